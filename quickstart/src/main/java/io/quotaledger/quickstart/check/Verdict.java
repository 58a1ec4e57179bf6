package io.quotaledger.quickstart.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the check found.
 *
 * @param requests calls sent
 * @param settled reservations settled
 * @param refunded reservations refunded
 * @param refused calls refused by the gateway
 * @param estimated settlements at an estimate, part of settled; their charge cannot be foretold
 * @param accounts accounts compared
 * @param absent accounts of the ledger that Redis does not hold because no call has touched them
 * @param charged settled amounts by meter, at org level
 * @param returned refunded holds by meter, at org level
 * @param mismatches everything that is not as it must be
 */
public record Verdict(
        int requests,
        int settled,
        int refunded,
        int refused,
        int estimated,
        int accounts,
        int absent,
        Map<String, Long> charged,
        Map<String, Long> returned,
        List<Mismatch> mismatches) {
    /** Copies. */
    public Verdict {
        charged = Map.copyOf(charged);
        returned = Map.copyOf(returned);
        mismatches = List.copyOf(mismatches);
    }

    /** The same with more mismatches. */
    public Verdict with(List<Mismatch> more) {
        var all = new ArrayList<>(mismatches);
        all.addAll(more);
        return new Verdict(requests, settled, refunded, refused, estimated, accounts, absent, charged, returned, all);
    }

    /** Whether all is as it must be. */
    public boolean isGood() {
        return mismatches.isEmpty();
    }

    /** The last line of a run. */
    public String line() {
        return "quickstart: %s requests=%d settled=%d refunded=%d refused=%d mismatches=%d"
                .formatted(isGood() ? "OK" : "FAILED", requests, settled, refunded, refused, mismatches.size());
    }
}
