package io.quotaledger.quotastore;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The Redis of one tenant in memory: what the scripts should do, written a second time in plain Java with whole
 * numbers. A call takes what the store takes, and it answers, or throws, what the store's stage completes or fails with.
 * Events are completed as the store does it; copies share them, so nobody may change them.
 *
 * <p>Nothing leaves by itself: receipts, budgets and notes of what was dropped stay. Calls that the store would not make are not refused. Not for
 * several threads.
 */
public final class StoreModel {
    private static final int MOST_TOUCHED = 10_000;

    private record Receipt(
            ReservationState state, String digest, boolean overage, List<AccountKey> keys, List<Long> held) {}

    private record Hold(AccountKey key, long amount) {}

    private final Map<AccountKey, StoredAccount> accounts = new HashMap<>();
    private final Map<AccountKey, Long> dropped = new HashMap<>();
    private final Map<String, Receipt> receipts = new HashMap<>();
    private final RateModel rates = new RateModel();
    private final Map<String, StoredEvent> outbox = new LinkedHashMap<>();
    private final Set<AccountKey> touched = new LinkedHashSet<>();
    private final int outboxLimit;
    private long outboxIds;

    /** With an outbox without a limit. */
    public StoreModel() {
        this(Integer.MAX_VALUE);
    }

    StoreModel(int outboxLimit) {
        this.outboxLimit = outboxLimit;
    }

    /** {@link QuotaStore#admit} at a time in epoch milliseconds. */
    public AdmitResult admit(Admission admission, long now) {
        var reservation = Objects.requireNonNull(admission.event().getPrepaid()).getReservationId();
        var receipt = receipts.get(reservation);
        if (receipt != null) {
            return receipt.digest().isEmpty() || receipt.digest().equals(admission.digest())
                    ? new AdmitResult.Duplicate(receipt.state(), receipt.keys(), receipt.overage())
                    : new AdmitResult.IdReused();
        }
        if (outbox.size() >= outboxLimit) {
            return new AdmitResult.OutboxFull();
        }
        var holds = holds(admission, now);
        if (holds.size() < admission.path().size()) {
            return new AdmitResult.OutsidePeriods(Instant.ofEpochMilli(now));
        }
        for (var rule : admission.rates()) {
            var wait = rates.waitFor(rule, now);
            if (wait > 0) {
                return new AdmitResult.RateLimited(rule, Duration.ofMillis(wait));
            }
        }
        var keys = holds.stream().map(Hold::key).toList();
        if (!accounts.keySet().containsAll(keys)) {
            return new AdmitResult.Unseeded(
                    keys.stream().filter(key -> !accounts.containsKey(key)).toList());
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
        admission.rates().forEach(rule -> rates.count(rule, now));
        var stamps = new ArrayList<String>();
        holds.forEach(hold -> stamps.add(change(hold.key(), hold.amount(), 0)));
        var held = holds.stream().map(Hold::amount).toList();
        receipts.put(reservation, new Receipt(ReservationState.HELD, admission.digest(), overage, keys, held));
        var event = append(admission.event(), OutboxEntry.ofLegs(nextId(), now, String.join(";", stamps), overage));
        return new AdmitResult.Admitted(
                event, keys.stream().map(key -> account(key).balance()).toList(), overage);
    }

    /** {@link QuotaStore#close} at a time in epoch milliseconds. */
    public CloseResult close(Closing closing, long now) {
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
                throw outOfRange(keys.get(i));
            }
        }
        if (receipt != null && !(receipt.keys().equals(keys) && receipt.held().equals(held))) {
            throw new IllegalArgumentException("reservation " + reservation + " holds other accounts or amounts");
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
        var event = append(closing.event(), OutboxEntry.ofLegs(nextId(), now, String.join(";", stamps), false));
        return new CloseResult.Closed(event, receipt != null);
    }

    /** {@link LedgerSync#apply}. */
    public SyncResult apply(StoreUpdate instruction) {
        var key = AccountKey.of(instruction.getTenantId(), instruction.getAccount());
        var seed = instruction.getSeed();
        return seed != null
                ? seed(key, instruction.getEpoch(), seed)
                : update(key, instruction.getEpoch(), Objects.requireNonNull(instruction.getUpdate()));
    }

    /** {@link LedgerSync#checkpoint} at a time in epoch milliseconds. */
    public Optional<StoredEvent> checkpoint(QuotaEvent template, long now) {
        var ref = Objects.requireNonNull(template.getCheckpointed()).getAccount();
        var account = accounts.get(AccountKey.of(template.getTenantId(), ref));
        if (account == null) {
            return Optional.empty();
        }
        var point = OutboxEntry.pointOf(account);
        put(account.balance(), account.epoch(), account.generation() + 1, account.executions(), account.updates());
        return Optional.of(append(template, OutboxEntry.ofPoint(nextId(), now, point)));
    }

    /** {@link LedgerSync#drop} at a time in epoch milliseconds. */
    public Optional<StoredEvent> drop(QuotaEvent template, StoredAccount expected, long now) {
        var key = expected.balance().key();
        var point = OutboxEntry.pointOf(expected);
        var account = accounts.get(key);
        if (account != null
                ? !OutboxEntry.pointOf(account).equals(point)
                : dropped.getOrDefault(key, expected.epoch()) > expected.epoch()) {
            return Optional.empty();
        }
        accounts.remove(key);
        dropped.put(key, expected.epoch());
        return Optional.of(append(template, OutboxEntry.ofPoint(nextId(), now, point)));
    }

    /** {@link LedgerSync#takeTouched}, in the order in which they were noted. */
    public List<AccountKey> takeTouched(int most) {
        var taken = touched.stream().limit(most).toList();
        taken.forEach(touched::remove);
        return taken;
    }

    /** {@link LedgerSync#inspect}. */
    public Optional<StoredAccount> inspect(AccountKey key) {
        return Optional.ofNullable(accounts.get(key));
    }

    /** All accounts, as a view. */
    public Map<AccountKey, StoredAccount> accounts() {
        return Collections.unmodifiableMap(accounts);
    }

    /** Accounts noted as having refused, as a view. */
    public Set<AccountKey> touched() {
        return Collections.unmodifiableSet(touched);
    }

    /** The outbox, oldest first: what a relay would publish. */
    public List<StoredEvent> outbox() {
        return List.copyOf(outbox.values());
    }

    /** {@link Outbox#remove}. */
    public void remove(Collection<String> outboxIds) {
        outboxIds.forEach(outbox::remove);
    }

    /** Somebody changes an account by hand, if it is there. */
    public void edit(AccountKey key, UnaryOperator<StoredAccount> change) {
        accounts.computeIfPresent(key, (unused, account) -> change.apply(account));
    }

    /** Redis loses an account, and that it was dropped. */
    public void lose(AccountKey key) {
        accounts.remove(key);
        dropped.remove(key);
    }

    /** Redis loses a receipt. */
    public void dropReceipt(String reservationId) {
        receipts.remove(reservationId);
    }

    /** Redis loses everything, the outbox too. */
    public void flush() {
        restore(new StoreModel(outboxLimit));
    }

    /** A copy that lives on its own. */
    public StoreModel copy() {
        var copy = new StoreModel(outboxLimit);
        copy.restore(this);
        return copy;
    }

    /** Becomes what another is or was, as by a failover. Ids of the outbox are never given twice all the same. */
    public void restore(StoreModel other) {
        replace(accounts, other.accounts);
        replace(dropped, other.dropped);
        replace(receipts, other.receipts);
        rates.restore(other.rates);
        replace(outbox, other.outbox);
        touched.clear();
        touched.addAll(other.touched);
        outboxIds = Math.max(outboxIds, other.outboxIds);
    }

    private static <K, V> void replace(Map<K, V> map, Map<K, V> by) {
        map.clear();
        map.putAll(by);
    }

    private static List<Hold> holds(Admission admission, long now) {
        var holds = new ArrayList<Hold>();
        for (var account : admission.path()) {
            for (var candidate : account.candidates()) {
                if (candidate.isInForce(now)) {
                    holds.add(new Hold(candidate.key(), account.amount()));
                }
            }
        }
        return holds;
    }

    private @Nullable AdmitResult refusal(Hold hold, long now) {
        var balance = account(hold.key()).balance();
        long used = balance.reserved() + balance.consumed();
        if (isOutOfRange(used) || isOutOfRange(balance.granted() - used)) {
            throw outOfRange(hold.key());
        }
        var allowance = balance.overageLeft();
        long missing = hold.amount() - balance.available();
        if (!balance.uncapped() && hold.amount() > 0 && missing > (allowance == null ? 0 : allowance)) {
            if (touched.size() < MOST_TOUCHED) {
                touched.add(hold.key());
            }
            return allowance == null
                    ? new AdmitResult.Exhausted(balance, hold.amount(), Instant.ofEpochMilli(now))
                    : new AdmitResult.OverageExhausted(balance, hold.amount(), Instant.ofEpochMilli(now));
        }
        if (isOutOfRange(used + hold.amount())) {
            throw outOfRange(hold.key());
        }
        return null;
    }

    private SyncResult seed(AccountKey key, long epoch, Seed seed) {
        var account = accounts.get(key);
        var last = account != null ? account.epoch() : dropped.getOrDefault(key, Long.MIN_VALUE);
        if (last >= epoch) {
            return new SyncResult.Ignored();
        }
        dropped.remove(key);
        var balance = new StoredBalance(
                key,
                seed.getGranted(),
                seed.getReserved(),
                seed.getConsumed(),
                seed.getOverageLeft(),
                seed.getUncapped());
        put(balance, epoch, 0, 0, 0);
        return new SyncResult.Applied();
    }

    private SyncResult update(AccountKey key, long epoch, Update update) {
        var account = accounts.get(key);
        if (account == null) {
            return new SyncResult.Absent();
        }
        if (account.epoch() != epoch || update.getNumber() <= account.updates()) {
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
        if (isOutOfRange(balance.granted()) || isOutOfRange(balance.reserved()) || isOutOfRange(balance.consumed())) {
            throw outOfRange(key);
        }
        put(balance, account.epoch(), account.generation(), account.executions(), update.getNumber());
        return new SyncResult.Applied();
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
        put(balance, account.epoch(), account.generation(), account.executions() + 1, account.updates());
        return key.period() + "," + account.epoch() + "," + account.generation();
    }

    private void put(StoredBalance balance, long epoch, long generation, long executions, long updates) {
        accounts.put(balance.key(), new StoredAccount(balance, epoch, generation, executions, updates));
    }

    private StoredAccount account(AccountKey key) {
        return Objects.requireNonNull(accounts.get(key));
    }

    private String nextId() {
        return ++outboxIds + "-0";
    }

    private StoredEvent append(QuotaEvent template, OutboxEntry entry) {
        var bucket = StoreKeys.bucket(template.getTenantId());
        var event = new StoredEvent(bucket, entry.id(), entry.complete(template));
        outbox.put(entry.id(), event);
        return event;
    }

    private static boolean leavesRange(StoredBalance balance, Leg leg) {
        return isOutOfRange(balance.reserved() - leg.getHeld()) || isOutOfRange(balance.consumed() + leg.getConsumed());
    }

    private static boolean isOutOfRange(long amount) {
        return Math.abs(amount) > Amounts.MAX;
    }

    private static AmountOutOfRangeException outOfRange(AccountKey key) {
        return new AmountOutOfRangeException(StoreKeys.accountName(key));
    }
}
