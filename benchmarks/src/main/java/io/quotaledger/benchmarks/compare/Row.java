package io.quotaledger.benchmarks.compare;

import java.util.List;

/** A row of the table: servers, sides, load and targets of its own. */
public interface Row {
    /** Short name, as on the command line. */
    String id();

    /** In one line. */
    String title();

    /** Measures. */
    List<Finding> measure(Effort effort);
}
