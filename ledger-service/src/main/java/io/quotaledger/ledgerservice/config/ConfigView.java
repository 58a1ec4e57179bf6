package io.quotaledger.ledgerservice.config;

import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.ledgerservice.kafka.TopicTail;
import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PriceBook;
import io.quotaledger.schemas.avro.TenantConfig;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What {@code quota-config} says, in memory. */
@Singleton
public final class ConfigView implements AutoCloseable {
    private final Map<String, ConfigEntry> entries = new ConcurrentHashMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private final TopicTail<ConfigEntry> tail;
    private long seen = -1;

    private record Waiter(long offset, CompletableFuture<Void> reached) {}

    ConfigView(KafkaClients clients) {
        this.tail =
                new TopicTail<>(Topic.CONFIG, TopicTail.Start.BEGINNING, () -> clients.reader("config"), this::apply);
    }

    /** Starts to read. */
    public void start() {
        tail.start();
    }

    /** Whether it holds all that was there when it started. */
    public boolean isReady() {
        return tail.isReady();
    }

    /** A plan in its latest version. */
    public Optional<Plan> plan(String planId) {
        return entry(ConfigKeys.plan(planId)).map(ConfigEntry::getPlan);
    }

    /** All plans in their latest versions. */
    public List<Plan> plans() {
        return entries.values().stream()
                .map(ConfigEntry::getPlan)
                .filter(Objects::nonNull)
                .toList();
    }

    /** A price book in its latest version. */
    public Optional<PriceBook> priceBook(String priceBookId) {
        return entry(ConfigKeys.priceBook(priceBookId)).map(ConfigEntry::getPriceBook);
    }

    /** A tenant. */
    public Optional<TenantConfig> tenant(String tenantId) {
        return entry(ConfigKeys.tenant(tenantId)).map(ConfigEntry::getTenant);
    }

    /** All tenants. */
    public List<TenantConfig> tenants() {
        return entries.values().stream()
                .map(ConfigEntry::getTenant)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Completes when the record at this offset has been read. */
    synchronized CompletionStage<Void> reached(long offset) {
        var reached = new CompletableFuture<Void>();
        if (seen >= offset) {
            reached.complete(null);
        } else {
            waiters.add(new Waiter(offset, reached));
        }
        return reached;
    }

    private Optional<ConfigEntry> entry(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    private void apply(ConsumerRecord<String, ConfigEntry> record) {
        if (record.value() == null) {
            entries.remove(record.key());
        } else {
            entries.put(record.key(), record.value());
        }
        advance(record.offset());
    }

    private synchronized void advance(long offset) {
        seen = offset;
        waiters.removeIf(waiter -> waiter.offset() <= offset && waiter.reached().complete(null));
    }

    @Override
    public void close() {
        tail.close();
    }
}
