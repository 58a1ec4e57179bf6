package io.quotaledger.quickstart.check;

import io.quotaledger.quickstart.check.Closing.Kind;
import io.quotaledger.quickstart.model.Deliveries;
import io.quotaledger.quickstart.model.Delivery;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.opening.Charges;
import io.quotaledger.quickstart.workload.CallResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway must have booked if the model server's books are right: reported usage in full, an estimate for content without
 * usage, nothing else.
 */
final class Expected {
    private static final List<String> LEVELS = List.of("org", "app", "key");

    private final Map<String, List<String>> metersByTenant;
    private final Map<Account, Long> reported = new TreeMap<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<Mismatch> mismatches = new ArrayList<>();

    /**
     * From all calls of a run.
     *
     * @param metersByTenant meters that the ledger has for each tenant
     */
    Expected(List<CallResult> results, Deliveries deliveries, Map<String, List<String>> metersByTenant) {
        this.metersByTenant = metersByTenant;
        for (var result : results) {
            add(result, deliveries);
        }
    }

    /** Charges at reported usage by account, over all periods. */
    Map<Account, Long> reportedCharges() {
        return reported;
    }

    /** Calls that reached the upstream although they were refused. */
    List<Mismatch> mismatches() {
        return mismatches;
    }

    /** How often each outcome must be there: who, which model, how closed, at which charges. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    /** The same of terminal events. */
    static Map<String, Integer> outcomes(List<Closing> closings) {
        var outcomes = new TreeMap<String, Integer>();
        for (var closing : closings) {
            outcomes.merge(
                    outcome(closing.caller(), closing.model(), closing.kind(), closing.charged()), 1, Integer::sum);
        }
        return outcomes;
    }

    private void add(CallResult result, Deliveries deliveries) {
        var call = result.call();
        var delivery = deliveries.of(call.callId());
        if (result.isRefused()) {
            if (delivery != null) {
                mismatches.add(new Mismatch(
                        call.caller() + " call " + call.callId(), "refused, but it reached the model server"));
            }
            return;
        }
        var kind = kind(delivery);
        var charged = new TreeMap<String, Long>();
        if (kind == Kind.REPORTED) {
            var usage = Objects.requireNonNull(Objects.requireNonNull(delivery).usage());
            for (var meter : metersByTenant.getOrDefault(call.caller().tenantId(), List.of())) {
                charged.put(meter, Charges.of(meter, call.model(), usage));
            }
            charged.forEach((meter, charge) -> charge(call.caller(), meter, charge));
        }
        outcomes.merge(outcome(call.caller(), call.model(), kind, charged), 1, Integer::sum);
    }

    private void charge(Caller caller, String meter, long charge) {
        for (var level : LEVELS) {
            var scope =
                    switch (level) {
                        case "org" -> "-";
                        case "app" -> caller.appId();
                        default -> caller.appId() + "/" + caller.keyId();
                    };
            reported.merge(new Account(caller.tenantId(), level, scope, meter, "*"), charge, Long::sum);
        }
    }

    private static Kind kind(@Nullable Delivery delivery) {
        if (delivery == null || !delivery.deliveredSomething()) {
            return Kind.REFUNDED;
        }
        return delivery.usage() == null ? Kind.ESTIMATED : Kind.REPORTED;
    }

    /** The charge of an estimate is not foretold. */
    private static String outcome(@Nullable Caller caller, String model, Kind kind, Map<String, Long> charged) {
        var who = caller == null ? "?" : caller.tenantId() + " key " + caller.appId() + "/" + caller.keyId();
        return who + " " + model + " " + kind + (kind == Kind.REPORTED ? " " + charged : "");
    }
}
