package io.quotaledger.gatewayfilter.pricing;

import io.quotaledger.schemas.avro.ModelPrice;
import io.quotaledger.schemas.avro.PriceBook;
import io.quotaledger.schemas.avro.PriceUnit;
import io.quotaledger.schemas.avro.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;

/** A price book made ready to price calls with. Sums are exact and rounded up once, to the meter's smallest unit. */
public final class PriceList {
    private static final int MILLION_DIGITS = 6;

    private final String id;
    private final long version;
    private final Map<String, Rates> models = new HashMap<>();

    /** Prices of one model: per token (not per million), and per call. */
    private record Rates(
            BigDecimal input, BigDecimal cacheRead, BigDecimal cacheWrite, BigDecimal output, BigDecimal perCall) {}

    /**
     * Reads a price book.
     *
     * @throws IllegalArgumentException if its unit is unknown, a price is no decimal number or negative, or a model is listed twice
     */
    public PriceList(PriceBook book) {
        this.id = book.getPriceBookId();
        this.version = book.getVersion();
        int digits =
                switch (book.getUnit()) {
                    case UNIT -> 0;
                    case MILLION -> MILLION_DIGITS;
                    case UNKNOWN -> throw new IllegalArgumentException("unknown " + PriceUnit.class.getSimpleName());
                };
        for (var price : book.getModels()) {
            if (models.put(price.getModel(), rates(price, digits)) != null) {
                throw new IllegalArgumentException("model " + price.getModel() + " is listed twice");
            }
        }
    }

    /** Id of the price book. */
    public String id() {
        return id;
    }

    /** Version of the price book. */
    public long version() {
        return version;
    }

    /** Whether the model has a price. */
    public boolean prices(String model) {
        return models.containsKey(model);
    }

    /**
     * The price of a call, rounded up to the smallest unit.
     *
     * @param scale digits of the meter after the point
     * @throws IllegalArgumentException if the model has no price
     * @throws ArithmeticException if the amount is beyond 2^63 - 1
     */
    public long price(String model, Usage usage, int scale) {
        var rates = models.get(model);
        if (rates == null) {
            throw new IllegalArgumentException("model not priced: " + model);
        }
        return rates.perCall()
                .add(rates.input().multiply(BigDecimal.valueOf(usage.getUncachedInput())))
                .add(rates.cacheRead().multiply(BigDecimal.valueOf(usage.getCacheRead())))
                .add(rates.cacheWrite().multiply(BigDecimal.valueOf(usage.getCacheWrite())))
                .add(rates.output().multiply(BigDecimal.valueOf(usage.getOutput())))
                .movePointRight(scale)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    private static Rates rates(ModelPrice price, int digits) {
        return new Rates(
                decimal(price.getInput()).movePointLeft(digits),
                decimal(price.getCacheRead()).movePointLeft(digits),
                decimal(price.getCacheWrite()).movePointLeft(digits),
                decimal(price.getOutput()).movePointLeft(digits),
                decimal(price.getPerCall()));
    }

    private static BigDecimal decimal(String text) {
        if (!text.matches("\\d{1,18}(\\.\\d{1,18})?")) {
            throw new IllegalArgumentException("not a price: " + text);
        }
        return new BigDecimal(text);
    }
}
