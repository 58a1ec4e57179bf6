package io.quotaledger.gatewayfilter.web;

import io.quotaledger.gatewayfilter.prepay.Hold;
import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.quotastore.StoredBalance;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.http.HttpHeaders;

/**
 * Tells the client how much is left on the tightest account of its path: the one on which the fewest more calls of this size fit, and
 * of equals the one nearest to the key.
 * {@code RateLimit} and {@code RateLimit-Policy} as in the IETF draft, and headers of ours.
 */
final class QuotaHeaders {
    /** What is left is below a tenth of what was granted. */
    static final String WARNING = "X-Quota-Warning";

    /** The call is in an overage allowance. */
    static final String OVERAGE = "X-Quota-Overage";

    private static final int WARNING_SHARE = 10;

    private QuotaHeaders() {}

    /** Sets the headers for a hold, in place of any that the upstream may have sent under the same names. */
    static void set(HttpHeaders headers, Hold hold, Instant now) {
        headers.remove(WARNING);
        headers.remove(OVERAGE);
        if (hold.overage()) {
            headers.set(OVERAGE, "true");
        }
        tightest(hold).ifPresent(balance -> {
            String policy = name(balance);
            var window = window(hold, balance.key());
            headers.set("RateLimit-Policy", "\"" + policy + "\";q=" + Math.max(0, balance.granted()) + width(window));
            headers.set("RateLimit", "\"" + policy + "\";r=" + Math.max(0, balance.available()) + reset(window, now));
            if (isLow(balance)) {
                headers.set(WARNING, policy + "; available=" + Math.max(0, balance.available()));
            }
        });
    }

    private static Optional<StoredBalance> tightest(Hold hold) {
        return IntStream.range(0, hold.balances().size())
                .filter(i -> !hold.balances().get(i).uncapped())
                .boxed()
                .min(Comparator.comparing((Integer i) -> callsLeft(hold, i)).thenComparing(Comparator.reverseOrder()))
                .map(hold.balances()::get);
    }

    private static Optional<Candidate> window(Hold hold, AccountKey key) {
        return hold.legs().stream()
                .map(Hold.HeldLeg::candidate)
                .filter(candidate -> candidate.key().equals(key) && candidate.untilMillis() != Long.MAX_VALUE)
                .findFirst();
    }

    private static String width(Optional<Candidate> window) {
        return window.map(candidate -> ";w=" + (candidate.untilMillis() - candidate.fromMillis()) / 1000)
                .orElse("");
    }

    private static String reset(Optional<Candidate> window, Instant now) {
        return window.map(candidate -> Duration.ofMillis(candidate.untilMillis() - now.toEpochMilli()))
                .map(wait -> ";t=" + Problem.seconds(wait))
                .orElse("");
    }

    /** In thousandths, so that accounts with less than one call left are told apart. */
    private static BigInteger callsLeft(Hold hold, int i) {
        long held = Math.max(1, hold.legs().get(i).held());
        return BigInteger.valueOf(hold.balances().get(i).available())
                .multiply(BigInteger.valueOf(1000))
                .divide(BigInteger.valueOf(held));
    }

    private static boolean isLow(StoredBalance balance) {
        return balance.available() < balance.granted() / WARNING_SHARE;
    }

    /** {@code key-tokens-2026-11-30}: level, meter and, for a budget, the period. */
    private static String name(StoredBalance balance) {
        var key = balance.key();
        String name = key.level().name().toLowerCase(Locale.ROOT) + "-" + key.meter();
        return key.period().equals("-") ? name : name + "-" + key.period();
    }
}
