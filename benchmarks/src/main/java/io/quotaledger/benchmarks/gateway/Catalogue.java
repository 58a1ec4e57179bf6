package io.quotaledger.benchmarks.gateway;

import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.ModelPrice;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PriceBook;
import io.quotaledger.schemas.avro.PriceUnit;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The plan and the prices that all tenants have: calls cost money by their tokens, in millionths. */
final class Catalogue {
    static final String METER = "usd";
    static final String PLAN = "pay-as-you-go";

    private static final String PRICES = "list";
    private static final int SCALE = 6;
    private static final Duration HOLD = Duration.ofMinutes(1);
    private static final EstimateSettings ESTIMATE = new EstimateSettings(1_024L, null, 4);

    private Catalogue() {}

    /** What {@code quota-config} says of both, by key. */
    static Map<String, ConfigEntry> config() {
        var prices = new ConfigEntry();
        prices.setPriceBook(new PriceBook(
                PRICES,
                1L,
                PriceUnit.MILLION,
                List.of(
                        new ModelPrice("gpt-4.1", "2.00", "0.50", "0", "8.00", "0"),
                        new ModelPrice("gpt-4.1-mini", "0.40", "0.10", "0", "1.60", "0"),
                        new ModelPrice("text-embedding-3-small", "0.02", "0", "0", "0", "0"))));
        var plan = new ConfigEntry();
        plan.setPlan(new Plan(
                PLAN,
                1L,
                List.of(new Meter(METER, SCALE, MeterBasis.PRICE)),
                PRICES,
                List.of(),
                List.of(),
                ESTIMATE,
                HOLD.toMillis(),
                null));
        return Map.of(ConfigKeys.priceBook(PRICES), prices, ConfigKeys.plan(PLAN), plan);
    }
}
