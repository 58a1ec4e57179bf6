package io.quotaledger.gatewayfilter.pricing;

import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.Usage;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a plan charges on each of its meters for one call of one model. */
public final class Tariff {
    private final Map<String, Meter> meters = new HashMap<>();
    private final @Nullable PriceList prices;
    private final String model;
    private final boolean perCall;

    private Tariff(Plan plan, @Nullable PriceList prices, String model, boolean perCall) {
        plan.getMeters().forEach(meter -> meters.put(meter.getName(), meter));
        this.prices = prices;
        this.model = model;
        this.perCall = perCall;
    }

    /** A call that costs nothing but a unit of each meter of calls. */
    public static Tariff perCall(Plan plan) {
        return new Tariff(plan, null, "", true);
    }

    /**
     * A call that is charged by its tokens.
     *
     * @param prices the plan's price book; null if it has none
     * @throws RefusedException if the plan has a price meter and the model no price
     */
    public static Tariff byTokens(Plan plan, @Nullable PriceList prices, String model) {
        boolean priced = plan.getMeters().stream().anyMatch(meter -> meter.getBasis() == MeterBasis.PRICE);
        if (priced && (prices == null || !prices.prices(model))) {
            throw new RefusedException(Problem.of(
                    Problem.Code.MODEL_NOT_PRICED,
                    model.isEmpty() ? "The request names no model." : "The plan has no price for this model."));
        }
        return new Tariff(plan, priced ? prices : null, model, false);
    }

    /** Whether calls are charged whatever they use. */
    public boolean isPerCall() {
        return perCall;
    }

    /** Id of the price book that prices the call; empty if none does. */
    public String priceBookId() {
        return prices == null ? "" : prices.id();
    }

    /** Version of that price book; 0 if there is none. */
    public long priceVersion() {
        return prices == null ? 0 : prices.version();
    }

    /**
     * What the usage costs on a meter, in its smallest unit, 0 to {@link Amounts#MAX}.
     *
     * @throws ArithmeticException if it is beyond that
     * @throws IllegalArgumentException if the plan has no such meter
     */
    public long charge(String meterName, Usage usage) {
        var meter = meters.get(meterName);
        if (meter == null) {
            throw new IllegalArgumentException("the plan has no meter " + meterName);
        }
        long amount =
                switch (meter.getBasis()) {
                    case CALLS -> calls(meter);
                    case TOKENS -> perCall ? 0 : scaled(tokens(usage), meter);
                    case PRICE -> prices == null ? 0 : prices.price(model, usage, meter.getScale());
                    case UNKNOWN -> throw new IllegalArgumentException("unknown basis of meter " + meterName);
                };
        if (amount > Amounts.MAX) {
            throw new ArithmeticException("charge on " + meterName + " is beyond 2^53 - 1");
        }
        return amount;
    }

    /** All tokens of a usage. */
    public static long tokens(Usage usage) {
        return Math.addExact(
                Math.addExact(usage.getUncachedInput(), usage.getCacheRead()),
                Math.addExact(usage.getCacheWrite(), usage.getOutput()));
    }

    private static long calls(Meter meter) {
        return scaled(1, meter);
    }

    private static long scaled(long count, Meter meter) {
        long amount = count;
        for (int digit = 0; digit < meter.getScale(); digit++) {
            amount = Math.multiplyExact(amount, 10L);
        }
        return amount;
    }
}
