package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.gatewayfilter.identity.Caller;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.quotastore.RateRule;
import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.PeriodWindow;
import io.quotaledger.schemas.Periods;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.PeriodKind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The accounts and rate limits a call has to pass: org, then app, then key. */
final class AccountPath {
    /** Redis decides which period a call is in; near a boundary it gets the periods on both sides to choose from. */
    private static final Duration CLOCK_MARGIN = Duration.ofMinutes(2);

    private final PricedCall call;
    private final Instant now;
    private final ZoneId zone;
    private final List<PathAccount> accounts = new ArrayList<>();

    private AccountPath(PricedCall call, Instant now) {
        this.call = call;
        this.now = now;
        this.zone = ZoneId.of(call.caller().tenant().getTimezone());
    }

    /**
     * The accounts of a call at a time.
     *
     * @throws RefusedException if an amount is beyond what an account can hold
     */
    static List<PathAccount> accounts(PricedCall call, Instant now) {
        var path = new AccountPath(call, now);
        for (var level : List.of(Level.ORG, Level.APP, Level.KEY)) {
            limits(call.caller(), level).forEach(limit -> path.add(level, limit));
        }
        return path.accounts;
    }

    /** The rate limits of a call. */
    static List<RateRule> rates(Caller caller) {
        return caller.plan().getRateLimits().stream()
                .map(rate -> new RateRule(
                        rate.getLevel(), scope(caller, rate.getLevel()), rate.getPermits(), rate.getWindowMillis()))
                .toList();
    }

    private static List<AccountLimit> limits(Caller caller, Level level) {
        return switch (level) {
            case ORG -> caller.tenant().getAccounts();
            case APP -> caller.app().getAccounts();
            case KEY -> caller.key().getAccounts();
            case USER, UNKNOWN -> List.of();
        };
    }

    private static String scope(Caller caller, Level level) {
        return switch (level) {
            case APP -> caller.app().getAppId();
            case KEY ->
                AccountKeys.keyScope(caller.key().getAppId(), caller.key().getKeyId());
            case ORG, USER, UNKNOWN -> AccountKeys.NONE;
        };
    }

    private void add(Level level, AccountLimit limit) {
        long amount;
        try {
            amount = call.tariff().charge(limit.getMeter(), call.mostUsage());
        } catch (ArithmeticException e) {
            throw RefusedException.invalid("The request asks for more than any account can hold.");
        }
        accounts.add(new PathAccount(candidates(level, limit), amount));
    }

    private List<Candidate> candidates(Level level, AccountLimit limit) {
        if (limit.getPeriod() == PeriodKind.NONE) {
            return List.of(Candidate.wallet(key(level, limit, AccountKeys.NONE)));
        }
        var windows = new LinkedHashSet<PeriodWindow>();
        for (var instant : List.of(now.minus(CLOCK_MARGIN), now, now.plus(CLOCK_MARGIN))) {
            windows.add(Periods.at(limit.getPeriod(), zone, instant));
        }
        return windows.stream()
                .map(window -> new Candidate(
                        key(level, limit, window.id()),
                        window.from().toEpochMilli(),
                        window.until().toEpochMilli()))
                .toList();
    }

    private AccountKey key(Level level, AccountLimit limit, String period) {
        return new AccountKey(call.caller().tenantId(), level, scope(call.caller(), level), limit.getMeter(), period);
    }
}
