package io.quotaledger.benchmarks.compare;

import io.quotaledger.benchmarks.load.Operation;

/** One of the two that are compared. */
public interface Side extends AutoCloseable {
    /** What it is, as the report says it. */
    String name();

    /** Puts its data into the state in which each round begins; not measured. */
    void reset();

    /** What is measured. */
    Operation operation();

    /** Ends what went on beside a run, which is over, and fails if the run left anything wrong; not measured. */
    default void end() {}

    /** Ends what the side has opened. */
    @Override
    default void close() {}
}
