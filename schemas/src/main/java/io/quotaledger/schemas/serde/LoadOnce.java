package io.quotaledger.schemas.serde;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Values kept for ever. Callers who need the same new value at once share one load, its failure as well. */
final class LoadOnce<K, V> {
    private final ConcurrentHashMap<K, V> values = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<K, CompletableFuture<V>> loads = new ConcurrentHashMap<>();

    V get(K key, Function<? super K, ? extends V> loader) {
        var value = values.get(key);
        return value != null ? value : load(key, loader);
    }

    void put(K key, V value) {
        values.putIfAbsent(key, value);
    }

    private V load(K key, Function<? super K, ? extends V> loader) {
        var mine = new CompletableFuture<V>();
        var running = loads.putIfAbsent(key, mine);
        if (running != null) {
            return join(running);
        }
        try {
            // The load before this one may have ended between the look at the values and the entry into loads.
            var value = values.get(key);
            if (value == null) {
                value = loader.apply(key);
                values.put(key, value);
            }
            mine.complete(value);
            return value;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            loads.remove(key, mine);
        }
    }

    private static <V> V join(CompletableFuture<V> running) {
        try {
            return running.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
