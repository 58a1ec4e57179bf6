package io.quotaledger.quickstart.report;

import io.quotaledger.quickstart.opening.Prices;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Amounts as people read them. */
final class Amount {
    private Amount() {}

    static String of(String meter, long amount) {
        return meter.equals("usd")
                ? "%,.6f".formatted(BigDecimal.valueOf(amount, Prices.SCALE))
                : "%,d".formatted(amount);
    }

    /** {@code 12.500000 usd, 4,000 tokens}. */
    static String ofAll(Map<String, Long> byMeter) {
        return byMeter.isEmpty()
                ? "nothing"
                : new TreeMap<>(byMeter)
                        .entrySet().stream()
                                .map(entry -> of(entry.getKey(), entry.getValue()) + " " + entry.getKey())
                                .collect(Collectors.joining(", "));
    }
}
