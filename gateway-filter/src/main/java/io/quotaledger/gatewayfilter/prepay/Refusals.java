package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.gatewayfilter.problem.Problem.Code;
import io.quotaledger.gatewayfilter.problem.Problem.Refusing;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.quotastore.StoredBalance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the client is told when the store refuses. */
final class Refusals {
    /** A wallet is funded by people; nobody knows when. */
    private static final Duration WALLET_WAIT = Duration.ofMinutes(1);

    private static final Duration IN_FLIGHT_WAIT = Duration.ofSeconds(1);
    private static final Duration STORE_WAIT = Duration.ofSeconds(2);

    private Refusals() {}

    static RefusedException exhausted(AdmitResult.Exhausted result, List<PathAccount> path) {
        var account = refusing(result.balance(), result.needed());
        if (result.heldInFlight()) {
            return refused(
                    Code.QUOTA_HELD_IN_FLIGHT,
                    "Calls in flight hold what this request needs.",
                    IN_FLIGHT_WAIT,
                    account);
        }
        return refused(
                Code.QUOTA_EXHAUSTED,
                "The account cannot hold what this request needs.",
                untilPeriodEnds(result.balance(), path, result.now()),
                account);
    }

    static RefusedException overageExhausted(AdmitResult.OverageExhausted result, List<PathAccount> path) {
        return refused(
                Code.OVERAGE_EXHAUSTED,
                "The account has used up its overage allowance.",
                untilPeriodEnds(result.balance(), path, result.now()),
                refusing(result.balance(), result.needed()));
    }

    static RefusedException rateLimited(AdmitResult.RateLimited result) {
        var rule = result.rule();
        return refused(
                Code.RATE_LIMITED,
                "At most " + rule.permits() + " calls in " + rule.windowMillis() + " ms.",
                result.retryAfter(),
                new Refusing(rule.level(), rule.scope(), null, null, 1, 0));
    }

    static RefusedException reused() {
        return new RefusedException(
                Problem.of(Code.RESERVATION_REUSED, "The reservation id was used for another request."));
    }

    static RefusedException unavailable(String detail) {
        return new RefusedException(Problem.retryable(Code.STORE_UNAVAILABLE, detail, STORE_WAIT));
    }

    private static RefusedException refused(Code code, String detail, Duration retryAfter, Refusing account) {
        return new RefusedException(new Problem(code, detail, retryAfter, account));
    }

    private static Refusing refusing(StoredBalance balance, long needed) {
        var key = balance.key();
        return new Refusing(
                key.level(), key.scope(), key.meter(), key.period(), needed, Math.max(0, balance.available()));
    }

    private static Duration untilPeriodEnds(StoredBalance balance, List<PathAccount> path, Instant now) {
        return path.stream()
                .flatMap(account -> account.candidates().stream())
                .filter(candidate -> candidate.key().equals(balance.key()))
                .mapToLong(Candidate::untilMillis)
                .filter(until -> until != Long.MAX_VALUE)
                .mapToObj(until -> Duration.between(now, Instant.ofEpochMilli(until)))
                .findFirst()
                .orElse(WALLET_WAIT);
    }
}
