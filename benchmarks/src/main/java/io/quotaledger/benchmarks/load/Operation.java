package io.quotaledger.benchmarks.load;

import java.util.concurrent.CompletionStage;

/** What is measured: may be started many times, several of them under way at once. */
@FunctionalInterface
public interface Operation {
    /**
     * Starts the operation without waiting for its end. A stage that fails fails the measurement.
     *
     * @param number from 0, each once in a run
     */
    CompletionStage<?> start(long number);
}
