package io.quotaledger.quickstart.report;

import io.quotaledger.quickstart.check.Account;
import io.quotaledger.quickstart.check.Figures;
import io.quotaledger.quickstart.check.TraceCheck;
import io.quotaledger.quickstart.check.Verdict;
import io.quotaledger.quickstart.running.ProcessUse;
import io.quotaledger.quickstart.workload.TrafficLog;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The readable report of a run, section by section. */
public final class Report {
    private static final int SHOWN_MISMATCHES = 20;

    private final StringBuilder text = new StringBuilder();

    /** Calls, refusals by reason, amounts. */
    public Report calls(Verdict verdict, Map<String, Integer> refusals) {
        heading("Calls");
        var table = new Table("", "calls", "amount")
                .row("sent", verdict.requests(), "")
                .row("settled", verdict.settled(), Amount.ofAll(verdict.charged()))
                .row("  of these at an estimate", verdict.estimated(), "")
                .row("refunded", verdict.refunded(), "held " + Amount.ofAll(verdict.returned()))
                .row("refused", verdict.refused(), "");
        refusals.forEach((reason, count) -> table.row("  " + reason, count, ""));
        text.append(table.render());
        return this;
    }

    /** The tokens of a replayed trace and what was charged for them. */
    public Report trace(TraceCheck trace) {
        heading("Trace");
        line("in the file         %,d calls, %,d context tokens, %,d generated tokens"
                .formatted(trace.rows(), trace.contextTokens(), trace.generatedTokens()));
        line("admitted            %,d calls, %,d tokens".formatted(trace.admitted(), trace.admittedTokens()));
        line("charged             %,d calls, %,d tokens".formatted(trace.settled(), trace.chargedTokens()));
        return this;
    }

    /** Latency and throughput at the gateway, and how fast the ledger follows. */
    public Report speed(TrafficLog traffic, long lagP50, long lagP99, Duration caughtUp) {
        heading("Speed");
        line("gateway latency     p50 %.1f ms, p99 %.1f ms"
                .formatted(traffic.latencyMillis(50), traffic.latencyMillis(99)));
        line("calls a second      %,.0f".formatted(traffic.rate())
                + traffic.warmRate().stream()
                        .mapToObj(rate -> ", in the best %d s %,.0f".formatted(TrafficLog.WARM_SECONDS, rate))
                        .collect(Collectors.joining()));
        line("ledger lag          p50 %,d ms, p99 %,d ms from event to journal entry".formatted(lagP50, lagP99));
        line("ledger caught up    %.1f s after the last answer".formatted(seconds(caughtUp)));
        return this;
    }

    /** Balances of some tenants. */
    public Report balances(Map<Account, Figures> balances) {
        heading("Balances of the tenants with most calls");
        var table = new Table("tenant", "level", "scope", "period", "meter", "granted", "consumed", "available");
        balances.forEach((account, figures) -> table.row(
                account.tenantId(),
                account.level(),
                account.scope(),
                account.period(),
                account.meter(),
                Amount.of(account.meter(), figures.granted()),
                Amount.of(account.meter(), figures.consumed()),
                Amount.of(account.meter(), figures.available())));
        text.append(table.render());
        return this;
    }

    /** The first entries of one tenant's journal, as the service answers them. */
    public Report journal(String tenantId, JsonNode entries) {
        heading("Journal of " + tenantId + ", first entries");
        var table = new Table("no", "time", "kind", "account", "postings");
        for (var entry : entries) {
            var first = true;
            for (var movement : entry.path("movements")) {
                table.row(
                        first ? entry.path("number").asString() : "",
                        first ? entry.path("time").asString() : "",
                        first ? entry.path("kind").asString().toLowerCase(Locale.ROOT) : "",
                        JournalText.account(movement),
                        JournalText.postings(movement));
                first = false;
            }
        }
        text.append(table.render());
        return this;
    }

    /**
     * Memory and processor time by process, and the time of the whole run.
     *
     * @param before use when the traffic began
     * @param after use when the ledger had caught up
     */
    public Report cost(Map<String, ProcessUse> before, Map<String, ProcessUse> after, int calls, Duration wall) {
        heading("Cost");
        var table = new Table("process", "MiB resident", "CPU s", "CPU ms a call");
        long bytes = 0;
        var perCall = 0.0;
        for (var entry : after.entrySet()) {
            var use = entry.getValue();
            var since = use.cpu().minus(before.getOrDefault(entry.getKey(), use).cpu());
            bytes += use.residentBytes();
            perCall += (double) since.toMillis() / calls;
            table.row(
                    entry.getKey(),
                    use.residentBytes() >> 20,
                    "%.1f".formatted(seconds(use.cpu())),
                    "%.2f".formatted((double) since.toMillis() / calls));
        }
        table.row("total", bytes >> 20, "", "%.2f".formatted(perCall));
        text.append(table.render());
        line("wall time           %.0f s".formatted(seconds(wall)));
        return this;
    }

    /** What was compared, what cannot be, and every difference. */
    public Report check(Verdict verdict, boolean withDeliveries) {
        heading("Check");
        line("%,d accounts: ledger = Redis%s; %,d of them no call has touched, so Redis does not hold them"
                .formatted(verdict.accounts(), withDeliveries ? " = delivered" : "", verdict.absent()));
        if (withDeliveries) {
            line(
                    ("%,d settlements at an estimate: the charge is taken from the event and is from 1 to the hold; the rest is"
                                    + " priced anew")
                            .formatted(verdict.estimated()));
        } else {
            line("the upstream is not ours: what it delivered is not compared");
        }
        verdict.mismatches().stream()
                .limit(SHOWN_MISMATCHES)
                .forEach(mismatch -> line("DIFFERS  %s".formatted(mismatch)));
        if (verdict.mismatches().size() > SHOWN_MISMATCHES) {
            line("… and %,d more".formatted(verdict.mismatches().size() - SHOWN_MISMATCHES));
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private void heading(String title) {
        text.append('\n').append(title).append('\n');
    }

    private void line(String line) {
        text.append("  ").append(line).append('\n');
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
