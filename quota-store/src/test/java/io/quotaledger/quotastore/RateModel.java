package io.quotaledger.quotastore;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** What the rate limits of the admit script should do, with whole numbers. */
final class RateModel {
    /** Time at which all calls are paid off, in units of 1 / permits ms. */
    private final Map<RateRule, BigInteger> paidOff = new HashMap<>();

    /** Milliseconds until one more call fits. */
    long waitFor(RateRule rule, long now) {
        var tooMuch = debtWithOneMore(rule, now).subtract(burst(rule));
        var permits = BigInteger.valueOf(rule.permits());
        return tooMuch.signum() <= 0
                ? 0
                : tooMuch.add(permits).subtract(BigInteger.ONE).divide(permits).longValueExact();
    }

    void count(RateRule rule, long now) {
        paidOff.put(rule, scaled(rule, now).add(debtWithOneMore(rule, now)));
    }

    void restore(RateModel other) {
        paidOff.clear();
        paidOff.putAll(other.paidOff);
    }

    private BigInteger debtWithOneMore(RateRule rule, long now) {
        var debt = paidOff.getOrDefault(rule, BigInteger.ZERO)
                .subtract(scaled(rule, now))
                .max(BigInteger.ZERO);
        return (debt.compareTo(burst(rule)) > 0 ? BigInteger.ZERO : debt).add(BigInteger.valueOf(rule.windowMillis()));
    }

    private static BigInteger scaled(RateRule rule, long millis) {
        return BigInteger.valueOf(millis).multiply(BigInteger.valueOf(rule.permits()));
    }

    private static BigInteger burst(RateRule rule) {
        return scaled(rule, rule.windowMillis());
    }
}
