package io.quotaledger.quickstart.opening;

import io.quotaledger.quickstart.model.Tokens;

/** What a call costs on each meter, by the quickstart's own calculation. */
public final class Charges {
    private Charges() {}

    /** The charge on a meter of the catalogue, in its smallest unit. */
    public static long of(String meter, String model, Tokens tokens) {
        return switch (meter) {
            case "usd" -> Prices.charge(model, tokens);
            case "tokens" -> tokens.total();
            case "calls" -> 1;
            default -> throw new IllegalArgumentException("no such meter: " + meter);
        };
    }
}
