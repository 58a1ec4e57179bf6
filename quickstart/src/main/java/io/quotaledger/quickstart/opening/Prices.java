package io.quotaledger.quickstart.opening;

import io.quotaledger.quickstart.model.Tokens;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The quickstart's price book, and its own calculation of a charge, apart from the gateway's, for the check. Prices are in usd per
 * million tokens.
 */
public final class Prices {
    /** Id of the price book. */
    public static final String BOOK = "list-prices";
    /** Digits after the point of the usd meter. */
    public static final int SCALE = 6;
    /** Model of embeddings. */
    public static final String EMBEDDING_MODEL = "tide-embed";
    /** Models of chat, the most used one first. */
    public static final List<String> CHAT_MODELS = List.of("tide-mini", "tide-large", "tide-reason");

    /** Prices of one model; decimal strings. */
    public record Price(String input, String cacheRead, String cacheWrite, String output) {}

    private static final Map<String, Price> BY_MODEL = new TreeMap<>(Map.of(
            "tide-mini",
            new Price("0.15", "0.075", "0.15", "0.60"),
            "tide-large",
            new Price("2.50", "1.25", "3.125", "10.00"),
            "tide-reason",
            new Price("1.10", "0.275", "1.10", "4.40"),
            EMBEDDING_MODEL,
            new Price("0.02", "0.02", "0.02", "0")));

    private static final int MILLION_DIGITS = 6;

    private Prices() {}

    /** All models by name. */
    public static Map<String, Price> byModel() {
        return Map.copyOf(BY_MODEL);
    }

    /** Names of the models. */
    public static List<String> models() {
        return List.copyOf(BY_MODEL.keySet());
    }

    /** Charge of one call in millionths of a usd, rounded up once. */
    public static long charge(String model, Tokens tokens) {
        var price = Objects.requireNonNull(BY_MODEL.get(model), model);
        return times(price.input(), tokens.prompt() - tokens.cached())
                .add(times(price.cacheRead(), tokens.cached()))
                .add(times(price.output(), tokens.output()))
                .movePointLeft(MILLION_DIGITS)
                .movePointRight(SCALE)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    private static BigDecimal times(String price, long tokens) {
        return new BigDecimal(price).multiply(BigDecimal.valueOf(tokens));
    }
}
