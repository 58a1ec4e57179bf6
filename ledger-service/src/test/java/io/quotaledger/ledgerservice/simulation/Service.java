package io.quotaledger.ledgerservice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.ledgerservice.sync.KnownAccounts;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.quotastore.StoredEvent;
import io.quotaledger.schemas.avro.CheckpointOverdue;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.Dropped;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.ReservationExpired;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.streamstopology.MemoryLedger;
import io.quotaledger.streamstopology.ledger.Account;
import io.quotaledger.streamstopology.ledger.AccountId;
import io.quotaledger.streamstopology.ledger.Balance;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.Entry;
import io.quotaledger.streamstopology.ledger.EntryKind;
import io.quotaledger.streamstopology.ledger.Reservation;
import io.quotaledger.streamstopology.ledger.Snapshot;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.outputs.Outputs;
import io.quotaledger.streamstopology.records.Accounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ledger service: folds the log, applies instructions, takes checkpoints, looks after deadlines and lost accounts. */
final class Service {
    private record Instruction(StoreUpdate update, Oversell.Omission omission) {}

    private final World world;
    private final Oversell oversell;
    private final MemoryLedger ledger;
    private final Map<AccountId, Balance> books = new HashMap<>();
    private final Set<String> held = new HashSet<>();
    private final Set<String> expired;
    private final List<Instruction> instructions = new ArrayList<>();
    private final List<StoredEvent> unsent = new ArrayList<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final Map<AccountKey, StoredAccount> looks = new HashMap<>();
    private int drops;
    private int folded;
    private int applied;
    private int committed;

    Service(World world, MemoryLedger ledger, Oversell oversell, Set<String> expired) {
        this.world = world;
        this.ledger = ledger;
        this.oversell = oversell;
        this.expired = expired;
    }

    /** Folds the next events. */
    void fold(int most) {
        for (int i = 0; i < most && folded < world.log.entries.size(); i++) {
            var entry = world.log.entries.get(folded++);
            var effects = ledger.apply(entry.event(), entry.appendTime());
            assertThat(effects.unbookable()).isNull();
            oversell.folded(entry.event().getEventId());
            book(effects.entry());
            note(effects.reservation());
            snapshots.addAll(effects.snapshots());
            instruct(entry.event(), effects);
        }
    }

    private void instruct(QuotaEvent event, Effects effects) {
        for (StoreInstruction instruction : effects.instructions()) {
            var update = Outputs.storeUpdate(event, instruction);
            instructions.add(
                    new Instruction(update, oversell.omission(AccountKey.of(World.TENANT, update.getAccount()))));
        }
    }

    /** Every entry goes on from the balance that the one before left, and moves nothing out of the account. */
    private void book(@Nullable Entry entry) {
        if (entry == null) {
            return;
        }
        for (var movement : entry.movements()) {
            var balance = books.getOrDefault(movement.account(), Balance.ZERO);
            for (var posting : movement.postings()) {
                balance = balance.after(posting);
            }
            var after = movement.after();
            assertThat(List.of(balance.issued(), balance.available(), balance.reserved(), balance.consumed()))
                    .isEqualTo(List.of(after.issued(), after.available(), after.reserved(), after.consumed()));
            books.put(movement.account(), after);
        }
        assertThat(entry.kind()).isIn((Object[]) EntryKind.values());
    }

    private void note(@Nullable Reservation reservation) {
        if (reservation == null) {
            return;
        }
        var id = reservation.reservationId();
        if (reservation.state() == Reservation.State.HELD) {
            held.add(id);
        } else {
            held.remove(id);
        }
        if (reservation.state() == Reservation.State.EXPIRED) {
            expired.add(id);
        }
    }

    /** Applies the next instructions. */
    void apply(int most) {
        for (int i = 0; i < most && applied < instructions.size(); i++) {
            var next = instructions.get(applied++);
            var account = AccountKey.of(World.TENANT, next.update().getAccount());
            var result = world.redis.apply(next.update());
            if (result instanceof SyncResult.Gap gap) {
                world.append(world.event(
                        e -> e.setSeedRequested(new SeedRequested(account.toRef(), SeedReason.GAP, gap.epoch()))));
            } else if (result instanceof SyncResult.Applied && next.update().getSeed() != null) {
                oversell.seeded(account, next.omission());
            }
        }
        if (world.chance(50)) {
            committed = applied;
        }
    }

    /** The process dies: instructions since the last commit are applied again, what is not published is left to the relay. */
    void crash() {
        applied = committed;
        unsent.clear();
    }

    /** The reseeder has lost its place, and begins at the beginning. */
    void applyAllAgain() {
        applied = 0;
        apply(Integer.MAX_VALUE);
    }

    void checkpoint(AccountKey account) {
        var nothing = new Checkpointed(account.toRef(), 0L, 0L, 0L, 0L, new StoreFigures(0L, 0L, 0L, false));
        var template = world.event(e -> e.setCheckpointed(nothing));
        world.redis.checkpoint(template, world.redisMillis()).ifPresent(unsent::add);
    }

    /** Looks whether an account is at rest, as it is folded so far. */
    void look(AccountKey account) {
        var state = ledger.state(account.toRef());
        looks.remove(account);
        if (state != null) {
            KnownAccounts.atRest(state).ifPresent(known -> looks.put(account, known));
        }
    }

    /**
     * Drops an account as it was at the last look.
     *
     * @return the event; empty if it was not at rest then, or Redis holds something else now
     */
    Optional<StoredEvent> drop(AccountKey account) {
        var known = looks.get(account);
        if (known == null) {
            return Optional.empty();
        }
        var nothing = new Dropped(account.toRef(), 0L, 0L, 0L, 0L, new StoreFigures(0L, 0L, 0L, false));
        var event = world.redis.drop(world.event(e -> e.setDropped(nothing)), known, world.redisMillis());
        event.ifPresent(unsent::add);
        drops += event.isPresent() ? 1 : 0;
        return event;
    }

    /** Whether an execution in this life of an account is on its way to the fold, and was not given up as missing. */
    boolean isUnderWay(AccountKey account, long epoch) {
        var isGivenUp = snapshots.stream()
                .anyMatch(snapshot ->
                        snapshot.missingEvents() > 0 && snapshot.account().equals(Accounts.id(account.toRef())));
        var unfolded = world.log.entries.subList(folded, world.log.entries.size()).stream()
                .map(World.EventLog.Entry::event);
        return !isGivenUp
                && Stream.concat(world.redis.outbox().stream().map(StoredEvent::event), unfolded)
                        .filter(event -> !oversell.isFolded(event.getEventId()))
                        .flatMap(event -> legs(event).stream())
                        .filter(leg -> leg.getAccount().equals(account.toRef()))
                        .map(Leg::getStamp)
                        .anyMatch(stamp -> stamp != null && stamp.getEpoch() == epoch);
    }

    private static List<Leg> legs(QuotaEvent event) {
        return event.getPrepaid() != null
                ? event.getPrepaid().getLegs()
                : event.getSettled() != null
                        ? event.getSettled().getLegs()
                        : event.getRefunded() != null ? event.getRefunded().getLegs() : List.of();
    }

    /** Publishes one of the next checkpoints or ends of lives. */
    void publish() {
        if (!unsent.isEmpty()) {
            var event = unsent.remove(world.random.nextInt(Math.min(2, unsent.size())));
            world.append(event.event());
            if (world.chance(70)) {
                world.redis.remove(List.of(event.outboxId()));
            }
        }
    }

    /** A relay publishes some or all of the outbox; another may have done so before, and the outbox is cleaned now or later. */
    void relay(int most) {
        var entries = world.redis.outbox();
        for (var entry : entries.subList(0, Math.min(most, entries.size()))) {
            world.append(entry.event());
            if (most == Integer.MAX_VALUE || world.chance(70)) {
                world.redis.remove(List.of(entry.outboxId()));
            }
        }
    }

    /** Writes what is due by now. */
    void timers() {
        for (var id : List.copyOf(held)) {
            var reservation = ledger.reservation(id);
            if (reservation != null
                    && reservation.deadline() != null
                    && !reservation.deadline().isAfter(world.now())) {
                world.append(world.event(e -> e.setReservationExpired(new ReservationExpired(id))));
            }
        }
        for (var account : World.ACCOUNTS) {
            var inLedger = account(account);
            if (inLedger != null) {
                inLedger.life().checkpoints().waiting().stream()
                        .filter(waiting -> !waiting.receivedAt()
                                .plus(MemoryLedger.CHECKPOINT_GRACE)
                                .isAfter(world.now()))
                        .forEach(waiting -> world.append(world.event(e -> e.setCheckpointOverdue(new CheckpointOverdue(
                                account.toRef(), waiting.checkpoint().eventId())))));
            }
        }
    }

    /** Asks for the accounts that Redis does not hold. */
    void requestLost() {
        for (var account : World.ACCOUNTS) {
            if (world.redis.inspect(account).isEmpty()) {
                world.append(world.event(
                        e -> e.setSeedRequested(new SeedRequested(account.toRef(), SeedReason.ABSENT, null))));
            }
        }
    }

    /** How many accounts were dropped so far. */
    int drops() {
        return drops;
    }

    /** How many instructions the fold has made so far. */
    int instructions() {
        return instructions.size();
    }

    /** What came out of the checkpoints so far. */
    List<Snapshot> snapshots() {
        return snapshots;
    }

    /** An account as folded so far. */
    @Nullable
    Account account(AccountKey key) {
        return ledger.account(Accounts.id(key.toRef()));
    }

    long granted(AccountKey key) {
        var account = account(key);
        return account == null ? 0 : account.uncapped() ? -1 : account.balance().granted();
    }
}
