package io.quotaledger.quickstart.check;

import io.quotaledger.quickstart.workload.CallResult;
import io.quotaledger.quickstart.workload.TraceReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds what was charged for a replayed trace against the trace itself, without the model server's books.
 *
 * @param rows calls in the trace
 * @param contextTokens their input tokens
 * @param generatedTokens their output tokens
 * @param admitted calls that the gateway did not refuse
 * @param admittedTokens input and output tokens of these
 * @param settled reservations settled
 * @param chargedTokens tokens charged for them
 */
public record TraceCheck(
        int rows,
        long contextTokens,
        long generatedTokens,
        int admitted,
        long admittedTokens,
        int settled,
        long chargedTokens) {
    private static final String METER = "tokens";

    /** Of a run that sent the calls of a trace. */
    public static TraceCheck of(List<TraceReader.Row> trace, List<CallResult> results, Verdict verdict) {
        var admitted = results.stream().filter(result -> !result.isRefused()).toList();
        return new TraceCheck(
                trace.size(),
                trace.stream().mapToLong(TraceReader.Row::contextTokens).sum(),
                trace.stream().mapToLong(TraceReader.Row::generatedTokens).sum(),
                admitted.size(),
                admitted.stream()
                        .mapToLong(result -> result.call().script().tokens().total())
                        .sum(),
                verdict.settled(),
                verdict.charged().getOrDefault(METER, 0L));
    }

    /** What differs. */
    public List<Mismatch> mismatches() {
        var mismatches = new ArrayList<Mismatch>();
        if (settled != admitted) {
            mismatches.add(new Mismatch("trace", "%d calls were admitted, %d settled".formatted(admitted, settled)));
        }
        if (chargedTokens != admittedTokens) {
            mismatches.add(new Mismatch(
                    "trace",
                    "its admitted calls have %d tokens, %d were charged".formatted(admittedTokens, chargedTokens)));
        }
        return mismatches;
    }
}
