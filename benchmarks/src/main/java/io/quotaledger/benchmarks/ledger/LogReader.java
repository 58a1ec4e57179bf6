package io.quotaledger.benchmarks.ledger;

/** Something that reads the log and books what it says, while it is let. */
interface LogReader extends AutoCloseable {
    /** What it is, as the report says it. */
    String name();

    /** Consumer group that commits how far it has come. */
    String group();

    /** Goes on from where it was. */
    void resume();

    /** Reads no further. */
    void pause();

    /**
     * Says whether it still works.
     *
     * @throws IllegalStateException if it has failed
     */
    void requireAlive();

    @Override
    void close();
}
