package io.quotaledger.streamstopology;

import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.AppOpened;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.CheckpointOverdue;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.Dropped;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.GrantIssued;
import io.quotaledger.schemas.avro.KeyIssued;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.LimitChanged;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PlanAssigned;
import io.quotaledger.schemas.avro.PlanLimit;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.ReservationExpired;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.schemas.avro.TenantOpened;
import io.quotaledger.schemas.avro.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One tenant, {@code acme}, with app {@code chat} and key {@code k1} in zone UTC: an org wallet, an app budget by month and a
 * key budget by day, both of 1,000 tokens; and events about it.
 */
final class Fixture {
    static final String TENANT = "acme";
    static final Instant START = Instant.parse("2026-11-30T08:00:00Z");
    static final Duration HOLD = Duration.ofSeconds(60);
    static final Map<String, String> SERDES = Map.of("schema.registry.url", "mock://streams-topology");
    static final AccountRef ORG = new AccountRef(Level.ORG, "-", "tokens", "-");
    static final AccountRef APP = new AccountRef(Level.APP, "chat", "tokens", "2026-11");
    static final AccountRef KEY = new AccountRef(Level.KEY, "chat/k1", "tokens", "2026-11-30");
    static final List<AccountRef> PATH = List.of(ORG, APP, KEY);
    static final Call CALL = new Call("chat", "k1", "openai", "t1-large", "list", 1L);

    private final String tenantId;
    private int nextId;

    Fixture() {
        this(TENANT);
    }

    /** The same under another id. */
    Fixture(String tenantId) {
        this.tenantId = tenantId;
    }

    static Plan plan(long version, @Nullable Long appLimit, @Nullable Long keyLimit) {
        return Plan.newBuilder()
                .setPlanId("pro")
                .setVersion(version)
                .setMeters(List.of(new Meter("tokens", 0, MeterBasis.TOKENS)))
                .setLimits(List.of(
                        new PlanLimit(Level.ORG, new AccountLimit("tokens", PeriodKind.NONE, null)),
                        new PlanLimit(Level.APP, new AccountLimit("tokens", PeriodKind.MONTH, appLimit)),
                        new PlanLimit(Level.KEY, new AccountLimit("tokens", PeriodKind.DAY, keyLimit))))
                .setEstimate(new EstimateSettings(1024L, null, 4))
                .setHoldMillis(HOLD.toMillis())
                .build();
    }

    /** Opens tenant, app and key; the wallet gets 1,000. */
    List<QuotaEvent> opening() {
        return List.of(
                event(e -> e.setTenantOpened(new TenantOpened("Acme", "UTC", plan(1, 1000L, 1000L)))),
                event(e -> e.setAppOpened(new AppOpened("chat", "Chat"))),
                event(e -> e.setKeyIssued(new KeyIssued("chat", "k1", "ab".repeat(32)))),
                grant("g1", 1000, null, null));
    }

    /** A first seed of every account of the path. */
    List<QuotaEvent> seeds() {
        return PATH.stream().map(this::absent).toList();
    }

    QuotaEvent grant(String id, long amount, @Nullable Instant effectiveAt, @Nullable Instant expiresAt) {
        return event(e ->
                e.setGrantIssued(new GrantIssued(id, Level.ORG, "-", "tokens", amount, 0, effectiveAt, expiresAt)));
    }

    QuotaEvent limit(Level level, String scope, PeriodKind period, @Nullable Long limit) {
        return event(e -> e.setLimitChanged(new LimitChanged(level, scope, "tokens", period, limit)));
    }

    QuotaEvent plan(Plan plan) {
        return event(e -> e.setPlanAssigned(new PlanAssigned(plan)));
    }

    QuotaEvent absent(AccountRef account) {
        return event(e -> e.setSeedRequested(new SeedRequested(account, SeedReason.ABSENT, null)));
    }

    QuotaEvent gap(AccountRef account, long epoch) {
        return event(e -> e.setSeedRequested(new SeedRequested(account, SeedReason.GAP, epoch)));
    }

    /** A checkpoint taken at that time. */
    QuotaEvent checkpoint(
            AccountRef account, Instant time, StoreStamp end, long executions, long update, long... figures) {
        var checkpoint = new Checkpointed(
                account,
                end.getEpoch(),
                end.getGeneration(),
                executions,
                update,
                new StoreFigures(figures[0], figures[1], figures[2], false));
        return at(event(e -> e.setCheckpointed(checkpoint)), time);
    }

    /** Redis drops an account in this life at that time. */
    QuotaEvent dropped(AccountRef account, Instant time, long epoch) {
        var dropped = new Dropped(account, epoch, 1L, 0L, 0L, new StoreFigures(1000L, 0L, 0L, false));
        return at(event(e -> e.setDropped(dropped)), time);
    }

    QuotaEvent overdue(AccountRef account, QuotaEvent checkpoint) {
        return event(e -> e.setCheckpointOverdue(new CheckpointOverdue(account, checkpoint.getEventId())));
    }

    QuotaEvent prepaid(String id, long amount, @Nullable StoreStamp stamp) {
        return event(e -> e.setPrepaid(Prepaid.newBuilder()
                .setReservationId(id)
                .setLegs(legs(amount, 0, stamp))
                .setHoldMillis(HOLD.toMillis())
                .setCall(CALL)
                .build()));
    }

    QuotaEvent settled(String id, long held, long consumed, @Nullable StoreStamp stamp) {
        return event(e -> e.setSettled(Settled.newBuilder()
                .setReservationId(id)
                .setLegs(legs(held, consumed, stamp))
                .setProvenance(Provenance.REPORTED)
                .setUsage(new Usage(consumed, 0L, 0L, 0L))
                .setStartedAt(START)
                .setEndedAt(START)
                .setCall(CALL)
                .build()));
    }

    QuotaEvent refunded(String id, long held, @Nullable StoreStamp stamp) {
        return event(e -> e.setRefunded(Refunded.newBuilder()
                .setReservationId(id)
                .setLegs(legs(held, 0, stamp))
                .setReason("upstream_error")
                .setCall(CALL)
                .build()));
    }

    QuotaEvent expired(String id) {
        return event(e -> e.setReservationExpired(new ReservationExpired(id)));
    }

    QuotaEvent event(Consumer<QuotaEvent.Builder> payload) {
        var builder = QuotaEvent.newBuilder()
                .setEventId("e" + nextId++)
                .setTenantId(tenantId)
                .setTime(START)
                .setSource("test/1");
        payload.accept(builder);
        return builder.build();
    }

    /** The same event at another time. */
    static QuotaEvent at(QuotaEvent event, Instant time) {
        return QuotaEvent.newBuilder(event).setTime(time).build();
    }

    private static List<Leg> legs(long held, long consumed, @Nullable StoreStamp stamp) {
        var legs = new ArrayList<Leg>();
        PATH.forEach(account -> legs.add(new Leg(account, held, consumed, stamp)));
        return legs;
    }
}
