package io.quotaledger.quotastore;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the scripts should do, written a second time in plain Java with whole numbers, for one tenant. Answers are the
 * store's own records where they can be compared, else {@link Executed} or a word.
 */
final class StoreModel {
    static final String OUT_OF_RANGE = "out of range";
    static final String OTHER_HOLDS = "other holds";

    /** An execution that changed something. */
    record Executed(boolean flag, List<String> stamps, List<StoredBalance> balances) {}

    private record Receipt(
            ReservationState state, String digest, boolean overage, List<AccountKey> keys, List<Long> held) {}

    private record Hold(AccountKey key, long amount) {}

    final Map<AccountKey, StoredAccount> accounts = new HashMap<>();
    final Map<String, Receipt> receipts = new HashMap<>();
    /** Time at which all calls are paid off, in units of 1 / permits ms. */
    private final Map<RateRule, BigInteger> paidOff = new HashMap<>();

    int executions;

    Object admit(Admission admission, long now) {
        var reservation = Objects.requireNonNull(admission.event().getPrepaid()).getReservationId();
        var receipt = receipts.get(reservation);
        if (receipt != null) {
            return receipt.digest().isEmpty() || receipt.digest().equals(admission.digest())
                    ? new AdmitResult.Duplicate(receipt.state(), receipt.keys(), receipt.overage())
                    : new AdmitResult.IdReused();
        }
        var holds = new ArrayList<Hold>();
        for (var account : admission.path()) {
            account.candidates().stream()
                    .filter(candidate -> candidate.fromMillis() <= now && now < candidate.untilMillis())
                    .forEach(candidate -> holds.add(new Hold(candidate.key(), account.amount())));
        }
        if (holds.size() < admission.path().size()) {
            return new AdmitResult.OutsidePeriods(Instant.ofEpochMilli(now));
        }
        for (var rule : admission.rates()) {
            var wait = waitFor(rule, now);
            if (wait > 0) {
                return new AdmitResult.RateLimited(rule, Duration.ofMillis(wait));
            }
        }
        var absent = holds.stream()
                .map(Hold::key)
                .filter(key -> !accounts.containsKey(key))
                .toList();
        if (!absent.isEmpty()) {
            return new AdmitResult.Unseeded(absent);
        }
        var overage = false;
        for (var hold : holds) {
            var refusal = refusal(hold, now);
            if (refusal != null) {
                return refusal;
            }
            var balance = account(hold.key()).balance();
            overage |= !balance.uncapped() && balance.overageLeft() != null && hold.amount() > balance.available();
        }
        admission.rates().forEach(rule -> paidOff.put(rule, scaled(rule, now).add(debtWithOneMore(rule, now))));
        var stamps =
                holds.stream().map(hold -> change(hold.key(), hold.amount(), 0)).toList();
        var keys = holds.stream().map(Hold::key).toList();
        receipts.put(
                reservation,
                new Receipt(
                        ReservationState.HELD,
                        admission.digest(),
                        overage,
                        keys,
                        holds.stream().map(Hold::amount).toList()));
        executions++;
        return new Executed(
                overage,
                stamps,
                keys.stream().map(key -> account(key).balance()).toList());
    }

    Object close(Closing closing) {
        var settled = closing.event().getSettled();
        var refunded = closing.event().getRefunded();
        var state = settled != null ? ReservationState.SETTLED : ReservationState.REFUNDED;
        var legs = settled != null
                ? settled.getLegs()
                : Objects.requireNonNull(refunded).getLegs();
        var reservation = settled != null
                ? settled.getReservationId()
                : Objects.requireNonNull(refunded).getReservationId();
        var receipt = receipts.get(reservation);
        if (receipt != null && receipt.state() != ReservationState.HELD) {
            return new CloseResult.AlreadyClosed(receipt.state());
        }
        var keys = closing.accounts();
        var held = legs.stream().map(Leg::getHeld).toList();
        for (int i = 0; receipt != null && i < keys.size(); i++) {
            var account = accounts.get(keys.get(i));
            if (account != null && leavesRange(account.balance(), legs.get(i))) {
                return OUT_OF_RANGE;
            }
        }
        if (receipt != null && !(receipt.keys().equals(keys) && receipt.held().equals(held))) {
            return OTHER_HOLDS;
        }
        var stamps = new ArrayList<String>();
        for (int i = 0; i < keys.size(); i++) {
            var key = keys.get(i);
            stamps.add(
                    receipt != null && accounts.containsKey(key)
                            ? change(key, -held.get(i), legs.get(i).getConsumed())
                            : key.period());
        }
        var digest = receipt == null ? "" : receipt.digest();
        receipts.put(reservation, new Receipt(state, digest, receipt != null && receipt.overage(), keys, held));
        executions++;
        return new Executed(receipt != null, stamps, List.of());
    }

    Object apply(StoreUpdate instruction) {
        var key = AccountKey.of(instruction.getTenantId(), instruction.getAccount());
        var account = accounts.get(key);
        var seed = instruction.getSeed();
        if (seed != null) {
            if (account != null && account.epoch() >= instruction.getEpoch()) {
                return new SyncResult.Ignored();
            }
            var balance = new StoredBalance(
                    key,
                    seed.getGranted(),
                    seed.getReserved(),
                    seed.getConsumed(),
                    seed.getOverageLeft(),
                    seed.getUncapped());
            accounts.put(key, new StoredAccount(balance, instruction.getEpoch(), 0, 0, 0));
            return new SyncResult.Applied();
        }
        var update = Objects.requireNonNull(instruction.getUpdate());
        if (account == null) {
            return new SyncResult.Absent();
        }
        if (account.epoch() != instruction.getEpoch() || update.getNumber() <= account.updates()) {
            return new SyncResult.Ignored();
        }
        if (update.getNumber() != account.updates() + 1) {
            return new SyncResult.Gap(account.epoch(), account.updates());
        }
        var old = account.balance();
        var balance = new StoredBalance(
                key,
                old.granted() + update.getGranted(),
                old.reserved() + update.getReserved(),
                old.consumed() + update.getConsumed(),
                old.overageLeft(),
                Optional.ofNullable(update.getUncapped()).orElse(old.uncapped()));
        if (outOfRange(balance.granted()) || outOfRange(balance.reserved()) || outOfRange(balance.consumed())) {
            return OUT_OF_RANGE;
        }
        accounts.put(
                key,
                new StoredAccount(
                        balance, account.epoch(), account.generation(), account.executions(), update.getNumber()));
        return new SyncResult.Applied();
    }

    private StoredAccount account(AccountKey key) {
        return Objects.requireNonNull(accounts.get(key));
    }

    private @Nullable Object refusal(Hold hold, long now) {
        var balance = account(hold.key()).balance();
        long used = balance.reserved() + balance.consumed();
        if (outOfRange(used) || outOfRange(balance.granted() - used)) {
            return OUT_OF_RANGE;
        }
        var allowance = balance.overageLeft();
        long missing = hold.amount() - balance.available();
        if (!balance.uncapped() && hold.amount() > 0 && missing > (allowance == null ? 0 : allowance)) {
            return allowance == null
                    ? new AdmitResult.Exhausted(balance, hold.amount(), Instant.ofEpochMilli(now))
                    : new AdmitResult.OverageExhausted(balance, hold.amount(), Instant.ofEpochMilli(now));
        }
        return outOfRange(used + hold.amount()) ? OUT_OF_RANGE : null;
    }

    /** Changes the account and returns the stamp. */
    private String change(AccountKey key, long reserved, long consumed) {
        var account = account(key);
        var old = account.balance();
        var balance = new StoredBalance(
                key,
                old.granted(),
                old.reserved() + reserved,
                old.consumed() + consumed,
                old.overageLeft(),
                old.uncapped());
        accounts.put(
                key,
                new StoredAccount(
                        balance, account.epoch(), account.generation(), account.executions() + 1, account.updates()));
        return key.period() + "," + account.epoch() + "," + account.generation();
    }

    private long waitFor(RateRule rule, long now) {
        var tooMuch = debtWithOneMore(rule, now).subtract(burst(rule));
        var permits = BigInteger.valueOf(rule.permits());
        return tooMuch.signum() <= 0
                ? 0
                : tooMuch.add(permits).subtract(BigInteger.ONE).divide(permits).longValueExact();
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

    private static boolean leavesRange(StoredBalance balance, Leg leg) {
        return outOfRange(balance.reserved() - leg.getHeld()) || outOfRange(balance.consumed() + leg.getConsumed());
    }

    private static boolean outOfRange(long amount) {
        return Math.abs(amount) > Amounts.MAX;
    }
}
