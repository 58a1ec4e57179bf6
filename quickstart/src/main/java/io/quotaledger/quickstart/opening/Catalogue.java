package io.quotaledger.quickstart.opening;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The price book and the plans as the service takes them. */
final class Catalogue {
    private static final long NO_PRACTICAL_LIMIT = 1_000_000_000_000_000L;

    private static final Duration HOLD = Duration.ofMinutes(2);
    private static final Duration SHORT_HOLD = Duration.ofSeconds(3);

    private Catalogue() {}

    static void publish(LedgerApi api) {
        publish(api, HOLD);
        api.put("/v1/plans/" + Offer.SHORT_HOLD.planId(), tokenPack(SHORT_HOLD));
    }

    static void publish(LedgerApi api, Duration hold) {
        api.put("/v1/price-books/" + Prices.BOOK, priceBook());
        api.put("/v1/plans/" + Offer.PAY_AS_YOU_GO.planId(), payAsYouGo(hold));
        api.put("/v1/plans/" + Offer.TOKEN_PACK.planId(), tokenPack(hold));
    }

    private static Map<String, ?> priceBook() {
        var models = Prices.byModel().entrySet().stream()
                .map(entry -> Map.of(
                        "model", entry.getKey(),
                        "input", entry.getValue().input(),
                        "cacheRead", entry.getValue().cacheRead(),
                        "cacheWrite", entry.getValue().cacheWrite(),
                        "output", entry.getValue().output()))
                .toList();
        return Map.of("unit", "million", "models", models);
    }

    private static Map<String, ?> payAsYouGo(Duration hold) {
        return Map.of(
                "meters",
                List.of(Map.of("name", "usd", "scale", Prices.SCALE, "basis", "price")),
                "priceBookId",
                Prices.BOOK,
                "limits",
                Map.of(
                        "org",
                        List.of(Map.of("meter", "usd")),
                        "app",
                        budget("usd", "month"),
                        "key",
                        budget("usd", "day")),
                "estimate",
                estimate(),
                "hold",
                hold.toString());
    }

    private static Map<String, ?> tokenPack(Duration hold) {
        return Map.of(
                "meters",
                List.of(
                        Map.of("name", "tokens", "scale", 0, "basis", "tokens"),
                        Map.of("name", "calls", "scale", 0, "basis", "calls")),
                "limits",
                Map.of(
                        "org",
                        List.of(Map.of("meter", "tokens"), Map.of("meter", "calls", "period", "day")),
                        "app",
                        budget("tokens", "month"),
                        "key",
                        budget("tokens", "day")),
                "estimate",
                estimate(),
                "hold",
                hold.toString());
    }

    private static List<Map<String, ?>> budget(String meter, String period) {
        return List.of(Map.of("meter", meter, "period", period, "limit", NO_PRACTICAL_LIMIT));
    }

    private static Map<String, ?> estimate() {
        return Map.of("defaultOutputTokens", 1_024, "bytesPerToken", 4);
    }
}
