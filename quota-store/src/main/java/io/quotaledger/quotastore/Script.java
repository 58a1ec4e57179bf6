package io.quotaledger.quotastore;

import java.util.List;
import java.util.Locale;

/**
 * The scripts, each with the number of keys before the variable ones and the results its header promises, in their
 * order.
 */
enum Script {
    ADMIT(
            2,
            "id_reused duplicate outbox_full outside_periods rate_limited unseeded out_of_range exhausted overage_exhausted"
                    + " admitted"),
    SETTLE(2, "already_closed out_of_range other_holds closed"),
    REFUND(2, "already_closed out_of_range other_holds closed"),
    SEED(1, "ignored applied"),
    UPDATE(1, "absent ignored gap out_of_range applied"),
    CHECKPOINT(2, "absent checkpointed"),
    DROP(2, "changed dropped");

    private final int fixedKeys;
    private final String results;

    Script(int fixedKeys, String results) {
        this.fixedKeys = fixedKeys;
        this.results = results;
    }

    /** Its file, without folder. */
    String fileName() {
        return name().toLowerCase(Locale.ROOT) + ".lua";
    }

    /** Keys before those whose number depends on the call. */
    int fixedKeys() {
        return fixedKeys;
    }

    /** Codes that a reply can begin with. */
    List<String> results() {
        return List.of(results.split(" ", -1));
    }
}
