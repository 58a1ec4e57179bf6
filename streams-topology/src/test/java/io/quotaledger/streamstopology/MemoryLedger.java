package io.quotaledger.streamstopology;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.streamstopology.events.EventReader;
import io.quotaledger.streamstopology.events.ReadEvent;
import io.quotaledger.streamstopology.ledger.Account;
import io.quotaledger.streamstopology.ledger.AccountId;
import io.quotaledger.streamstopology.ledger.CommandRecord;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.Fold;
import io.quotaledger.streamstopology.ledger.Grant;
import io.quotaledger.streamstopology.ledger.LedgerState;
import io.quotaledger.streamstopology.ledger.Level;
import io.quotaledger.streamstopology.ledger.PendingUpdate;
import io.quotaledger.streamstopology.ledger.Reservation;
import io.quotaledger.streamstopology.ledger.Scope;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.ledger.Tenant;
import io.quotaledger.streamstopology.records.Accounts;
import io.quotaledger.streamstopology.records.SchemasCalendar;
import io.quotaledger.streamstopology.state.StateRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The domain without Kafka: the state of one tenant in maps. */
public final class MemoryLedger implements LedgerState {
    /** How long a checkpoint waits for its events. */
    public static final Duration CHECKPOINT_GRACE = Duration.ofSeconds(30);

    private static final Duration RETENTION = Duration.ofDays(30);

    private final AvroSerde<QuotaEvent> serde = AvroSerde.of(QuotaEvent.class, Fixture.SERDES);
    private final EventReader reader = new EventReader(serde.deserializer());
    private final Fold fold = new Fold(new SchemasCalendar(), RETENTION, CHECKPOINT_GRACE);
    private @Nullable Tenant tenant;
    private final Map<String, Scope> scopes = new TreeMap<>();
    private final Map<AccountId, Account> accounts = new HashMap<>();
    private final Map<AccountId, TreeMap<Long, PendingUpdate>> updates = new HashMap<>();
    private final Map<String, Reservation> reservations = new HashMap<>();
    private final Map<String, Grant> grants = new HashMap<>();
    private final Map<String, CommandRecord> commands = new HashMap<>();

    /** Folds an event. */
    public Effects apply(QuotaEvent event, Instant appendTime) {
        var bytes = serde.toBytes(Topic.EVENTS, event);
        var read = reader.read(event.getTenantId().getBytes(StandardCharsets.UTF_8), bytes);
        if (!(read instanceof ReadEvent.Good good)) {
            throw new IllegalArgumentException(read.toString());
        }
        var effects = fold.apply(good.event(), this, appendTime);
        store(good.event().eventId(), effects, appendTime);
        return effects;
    }

    Effects apply(QuotaEvent event) {
        return apply(event, event.getTime());
    }

    void applyAll(List<QuotaEvent> events) {
        events.forEach(this::apply);
    }

    Account account(AccountRef ref) {
        return Objects.requireNonNull(account(Accounts.id(ref)), () -> "no account " + ref);
    }

    /** An account as the topology keeps it; null if there is none. */
    public @Nullable AccountState state(AccountRef ref) {
        var account = account(Accounts.id(ref));
        return account == null ? null : StateRecords.state(account, Fixture.TENANT, 0, Instant.EPOCH);
    }

    private void store(String eventId, Effects effects, Instant appendTime) {
        if (effects.tenant() != null) {
            tenant = effects.tenant();
        }
        effects.scopes().forEach(scope -> scopes.put(scope.level() + "|" + scope.id(), scope));
        effects.accounts().forEach(account -> accounts.put(account.id(), account));
        effects.instructions().forEach(instruction -> note(instruction, appendTime));
        effects.accounts().forEach(this::forgetConfirmed);
        if (effects.reservation() != null) {
            reservations.put(effects.reservation().reservationId(), effects.reservation());
        }
        if (effects.grant() != null) {
            grants.put(effects.grant().grantId(), effects.grant());
        }
        if (effects.command() != null) {
            commands.put(eventId, effects.command());
        }
    }

    private void note(StoreInstruction instruction, Instant appendTime) {
        var ofAccount = updates.computeIfAbsent(instruction.account(), unused -> new TreeMap<>());
        if (instruction instanceof StoreInstruction.Update update) {
            var checkpoints = Objects.requireNonNull(accounts.get(update.account()))
                    .life()
                    .checkpoints();
            ofAccount.put(
                    update.number(),
                    new PendingUpdate(
                            update.number(), update.delta(), update.uncapped(), checkpoints.arrived(), appendTime));
        } else {
            ofAccount.clear();
        }
    }

    private void forgetConfirmed(Account account) {
        updates.getOrDefault(account.id(), new TreeMap<>())
                .headMap(account.life().confirmedUpdate(), true)
                .clear();
    }

    @Override
    public List<PendingUpdate> updates(AccountId id, long after, long upTo) {
        return List.copyOf(updates.getOrDefault(id, new TreeMap<>())
                .subMap(after, false, Math.max(after, upTo), true)
                .values());
    }

    @Override
    public @Nullable Tenant tenant() {
        return tenant;
    }

    @Override
    public @Nullable Scope scope(Level level, String scope) {
        return scopes.get(level + "|" + scope);
    }

    @Override
    public List<Scope> scopes() {
        return List.copyOf(scopes.values());
    }

    @Override
    public @Nullable Account account(AccountId id) {
        return accounts.get(id);
    }

    @Override
    public @Nullable Reservation reservation(String reservationId) {
        return reservations.get(reservationId);
    }

    @Override
    public @Nullable Grant grant(String grantId) {
        return grants.get(grantId);
    }

    @Override
    public @Nullable CommandRecord command(String eventId) {
        return commands.get(eventId);
    }
}
