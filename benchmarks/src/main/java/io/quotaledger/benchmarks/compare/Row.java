package io.quotaledger.benchmarks.compare;

import java.util.List;

/** A row of the table: servers, sides, load and targets of its own. */
public interface Row {
    /** Short name, as on the command line. */
    String id();

    /** Names on the command line: its id, and the ids of rows whose figures come from the same runs. */
    default List<String> names() {
        return List.of(id());
    }

    /** In one line. */
    String title();

    /** Measures. */
    List<Finding> measure(Effort effort);
}
