package io.quotaledger.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FloodTest {
    private final Queue<CompletableFuture<Void>> underWay = new ArrayDeque<>();
    private final Flood flood = new Flood(
            number -> {
                var call = new CompletableFuture<Void>();
                underWay.add(call);
                return call;
            },
            3);
    private final ExecutorService stopper = Executors.newSingleThreadExecutor();

    @AfterEach
    void stopThread() {
        stopper.shutdownNow();
    }

    @Test
    void shouldStartAnotherWhereOneHasEnded() {
        flood.start();
        assertThat(underWay).hasSize(3);

        end(2);

        assertThat(underWay).hasSize(3);
    }

    @Test
    void shouldStopWhenAllThatIsUnderWayHasEnded() throws Exception {
        flood.start();
        end(5);
        var stopped = CompletableFuture.runAsync(flood::stop, stopper);

        end(2);
        assertThat(stopped).isNotDone();
        while (!underWay.isEmpty()) {
            end(1);
        }

        stopped.get();
        assertThat(flood.perSecond()).isPositive();
    }

    @Test
    void shouldFailWhenACallHasFailed() {
        flood.start();
        underWay.remove().completeExceptionally(new IllegalStateException("answered with 200"));

        var stopped = CompletableFuture.runAsync(flood::stop, stopper);
        while (!underWay.isEmpty()) {
            end(1);
        }

        assertThatThrownBy(stopped::get).hasRootCauseMessage("answered with 200");
    }

    private void end(int calls) {
        for (int i = 0; i < calls; i++) {
            underWay.remove().complete(null);
        }
    }
}
