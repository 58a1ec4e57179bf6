package io.quotaledger.ledgerservice.simulation;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.StoreModel;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AppOpened;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.GrantIssued;
import io.quotaledger.schemas.avro.KeyIssued;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.LimitChanged;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PlanLimit;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.TenantOpened;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all parts of a schedule share: dice, clocks, Redis, the log, and one tenant with an org wallet and, for two apps with a key
 * each, budgets by month and day.
 */
final class World {
    static final String TENANT = "acme";
    static final Duration HOLD = Duration.ofSeconds(60);
    static final Call CALL = new Call("chat", "k1", "openai", "t1-large", "list", 1L);
    static final AccountKey ORG = new AccountKey(TENANT, Level.ORG, "-", "tokens", "-");
    static final List<List<AccountKey>> PATHS = List.of(path("chat"), path("mail"));
    static final List<AccountKey> ACCOUNTS = List.of(
            ORG,
            PATHS.get(0).get(1),
            PATHS.get(0).get(2),
            PATHS.get(1).get(1),
            PATHS.get(1).get(2));

    final Random random;
    final StoreModel redis = new StoreModel();
    final EventLog log = new EventLog();
    /** How far the clock of Redis is from Kafka's. */
    private final long skewMillis;

    private Instant now = Instant.parse("2026-11-30T08:00:00Z");
    private int nextId;

    World(long seed) {
        this.random = new Random(seed);
        this.skewMillis = random.nextInt(2_001) - 1_000L;
    }

    private static List<AccountKey> path(String app) {
        return List.of(
                ORG,
                new AccountKey(TENANT, Level.APP, app, "tokens", "2026-11"),
                new AccountKey(TENANT, Level.KEY, app + "/k1", "tokens", "2026-11-30"));
    }

    /** {@code quota-events}: append times and values, and which event ids are in it. */
    static final class EventLog {
        record Entry(QuotaEvent event, Instant appendTime) {}

        final java.util.ArrayList<Entry> entries = new java.util.ArrayList<>();
        private final Set<String> eventIds = new HashSet<>();

        boolean has(String eventId) {
            return eventIds.contains(eventId);
        }
    }

    void append(QuotaEvent event) {
        log.entries.add(new EventLog.Entry(event, now));
        log.eventIds.add(event.getEventId());
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** A random one. */
    <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Time of Kafka. */
    Instant now() {
        return now;
    }

    /** Time of Redis. */
    long redisMillis() {
        return now.toEpochMilli() + skewMillis;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    /** An event with a new id. */
    QuotaEvent event(Consumer<QuotaEvent.Builder> payload) {
        var builder = QuotaEvent.newBuilder()
                .setEventId("e" + nextId++)
                .setTenantId(TENANT)
                .setTime(now)
                .setSource("test/1");
        payload.accept(builder);
        return builder.build();
    }

    /** Opens everything. */
    void open() {
        append(event(e -> e.setTenantOpened(new TenantOpened("Acme", "UTC", plan()))));
        for (var app : List.of("chat", "mail")) {
            append(event(e -> e.setAppOpened(new AppOpened(app, app))));
            append(event(e -> e.setKeyIssued(new KeyIssued(app, "k1", (app.equals("chat") ? "ab" : "cd").repeat(32)))));
        }
        grant(2_000 + random.nextInt(3_000));
    }

    void grant(long amount) {
        append(event(
                e -> e.setGrantIssued(new GrantIssued("g" + nextId, Level.ORG, "-", "tokens", amount, 0, null, null))));
    }

    /** Another limit for an app's or a key's budget; null: uncapped. */
    void limit(AccountKey budget, @Nullable Long limit) {
        var kind = budget.level() == Level.APP ? PeriodKind.MONTH : PeriodKind.DAY;
        append(event(e -> e.setLimitChanged(new LimitChanged(budget.level(), budget.scope(), "tokens", kind, limit))));
    }

    private static Plan plan() {
        return Plan.newBuilder()
                .setPlanId("pro")
                .setVersion(1)
                .setMeters(List.of(new Meter("tokens", 0, MeterBasis.TOKENS)))
                .setLimits(List.of(
                        new PlanLimit(Level.ORG, new AccountLimit("tokens", PeriodKind.NONE, null)),
                        new PlanLimit(Level.APP, new AccountLimit("tokens", PeriodKind.MONTH, 4_000L)),
                        new PlanLimit(Level.KEY, new AccountLimit("tokens", PeriodKind.DAY, 3_000L))))
                .setEstimate(new EstimateSettings(1024L, null, 4))
                .setHoldMillis(HOLD.toMillis())
                .build();
    }
}
