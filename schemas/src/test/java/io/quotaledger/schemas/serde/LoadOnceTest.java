package io.quotaledger.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadOnceTest {
    private static final int CALLERS = 8;

    private final LoadOnce<String, Integer> values = new LoadOnce<>();
    private final AtomicInteger loads = new AtomicInteger();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final List<Thread> callers = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS, task -> {
        var thread = new Thread(task);
        callers.add(thread);
        return thread;
    });

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void shouldLoadOnceWhenManyAskAtOnce() throws Exception {
        var results = askAtOnce(() -> 42);

        for (var result : results) {
            assertThat(result.get()).isEqualTo(42);
        }
        assertThat(values.get("key", key -> loads.incrementAndGet())).isEqualTo(42);
        assertThat(loads).hasValue(1);
    }

    @Test
    void shouldGiveTheSameFailureToAllWhoWaitedAndLoadAgainForTheNext() throws Exception {
        var results = askAtOnce(() -> {
            throw new RegistryUnavailableException("down");
        });

        for (var result : results) {
            assertThatThrownBy(result::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RegistryUnavailableException.class);
        }
        assertThat(loads).hasValue(1);
        assertThat(values.get("key", key -> 7)).isEqualTo(7);
    }

    @Test
    void shouldNotLoadWhenTheValueWasGiven() {
        values.put("key", 1);
        values.put("key", 2);

        assertThat(values.get("key", key -> loads.incrementAndGet())).isEqualTo(1);
        assertThat(loads).hasValue(0);
    }

    private interface Answer {
        Integer give();
    }

    /** Lets all callers ask for one value; it is answered when all of them wait. */
    private List<Future<Integer>> askAtOnce(Answer given) {
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            results.add(threads.submit(() -> values.get("key", key -> {
                loads.incrementAndGet();
                await(answer);
                return given.give();
            })));
        }
        Awaitility.await().until(() -> callers.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        answer.countDown();
        return results;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
