package io.quotaledger.benchmarks.load;

/** A way to start operations one after the other. */
@FunctionalInterface
public interface Load {
    /**
     * Starts operations and waits for their ends.
     *
     * @param operations how many, at least 1
     * @throws IllegalStateException if one of them fails, or they do not end
     */
    LoadResult run(Operation operation, long operations);
}
