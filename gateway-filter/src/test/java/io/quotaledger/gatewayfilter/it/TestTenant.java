package io.quotaledger.gatewayfilter.it;

import io.quotaledger.gatewayfilter.config.ConfigView;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.StoredBalance;
import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.Periods;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AppConfig;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.KeyConfig;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.ModelPrice;
import io.quotaledger.schemas.avro.OutagePolicy;
import io.quotaledger.schemas.avro.OutageSettings;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PriceBook;
import io.quotaledger.schemas.avro.PriceUnit;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.RateLimit;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.TenantConfig;
import io.quotaledger.schemas.avro.UpdateReason;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A tenant with one app and one key, a wallet for the org and a budget for each of the others, in units of which prices are whole numbers:
 * model t1-large costs 20, 2, 25, 80, t1-embed 5 for input, t1-free nothing.
 */
final class TestTenant {
    private static final String METER = "units";
    private static final String CALLS = "calls";

    final String id = "t-" + UUID.randomUUID();
    final String secret = "sk-" + UUID.randomUUID();
    private final Map<Level, Long> limits =
            new LinkedHashMap<>(Map.of(Level.ORG, 100_000_000L, Level.APP, 100_000_000L, Level.KEY, 100_000_000L));
    private List<RateLimit> rates = List.of();
    private @Nullable Long maxOutputTokens;
    private boolean seeded = true;
    private boolean countsCalls;
    private @Nullable Long overageLeft;
    private @Nullable OutageSettings outage;
    private final Instant now = Instant.now();

    TestTenant limit(Level level, long units) {
        limits.put(level, units);
        return this;
    }

    TestTenant rate(Level level, long permits, long windowMillis) {
        rates = List.of(new RateLimit(level, permits, windowMillis));
        return this;
    }

    TestTenant maxOutputTokens(long tokens) {
        maxOutputTokens = tokens;
        return this;
    }

    TestTenant keyOverage(long units) {
        overageLeft = units;
        return this;
    }

    TestTenant countingCalls() {
        countsCalls = true;
        return this;
    }

    TestTenant outage(OutagePolicy policy, int sharePercent) {
        outage = new OutageSettings(policy, sharePercent);
        return this;
    }

    TestTenant unseeded() {
        seeded = false;
        return this;
    }

    /** Makes it known to the gateway with this view, and to Redis. */
    TestTenant open(ConfigView view) {
        write(ConfigKeys.priceBook(id), entry -> entry.setPriceBook(prices()));
        write(ConfigKeys.plan(id), entry -> entry.setPlan(plan()));
        write(
                ConfigKeys.tenant(id),
                entry -> entry.setTenant(new TenantConfig(id, "Acme", "UTC", id, 1L, accounts(Level.ORG))));
        write(
                ConfigKeys.app(id, "chat"),
                entry -> entry.setApp(new AppConfig(id, "chat", "Chat", accounts(Level.APP))));
        write(
                ConfigKeys.key(hash()),
                entry -> entry.setKey(new KeyConfig(id, "chat", "k1", hash(), accounts(Level.KEY))));
        if (seeded) {
            seed();
        }
        Awaitility.await().until(() -> view.key(hash()).isPresent());
        return this;
    }

    /** Puts all accounts into Redis. */
    void seed() {
        for (var level : limits.keySet()) {
            accounts(level).forEach(account -> seed(level, account));
        }
    }

    StoredBalance balance(Level level) {
        return account(level, METER).balance();
    }

    StoredBalance calls(Level level) {
        return account(level, CALLS).balance();
    }

    /** Events so far, in order. */
    List<QuotaEvent> events() {
        return TestServers.get().events().of(id);
    }

    /** The events of its only call, once it is closed and both are in Kafka. */
    List<QuotaEvent> eventsOfClosedCall() {
        Awaitility.await()
                .until(() -> events().stream().anyMatch(e -> e.getSettled() != null || e.getRefunded() != null)
                        && events().stream().anyMatch(e -> e.getPrepaid() != null));
        return events();
    }

    private StoredAccount account(Level level, String meter) {
        var limit = accounts(level).stream()
                .filter(account -> account.getMeter().equals(meter))
                .findFirst()
                .orElseThrow();
        var key = key(level, limit, now);
        return TestServers.get()
                .redis()
                .inspect(key)
                .toCompletableFuture()
                .join()
                .orElseThrow();
    }

    private List<AccountLimit> accounts(Level level) {
        var units =
                switch (level) {
                    case ORG -> new AccountLimit(METER, PeriodKind.NONE, null);
                    case APP -> new AccountLimit(METER, PeriodKind.MONTH, limits.get(level));
                    default -> new AccountLimit(METER, PeriodKind.DAY, limits.get(level));
                };
        return countsCalls && level == Level.KEY
                ? List.of(units, new AccountLimit(CALLS, PeriodKind.DAY, 1000L))
                : List.of(units);
    }

    private void seed(Level level, AccountLimit limit) {
        var instants = limit.getPeriod() == PeriodKind.NONE ? List.of(now) : List.of(now, now.plusSeconds(600));
        for (var key :
                instants.stream().map(at -> key(level, limit, at)).distinct().toList()) {
            long granted = limit.getMeter().equals(CALLS) ? 1000L : limits.getOrDefault(level, 0L);
            var seed = new Seed(granted, 0L, 0L, level == Level.KEY ? overageLeft : null, false);
            var update = new StoreUpdate(
                    id,
                    key.toRef(),
                    1L,
                    UpdateReason.SEED_REQUESTED,
                    UUID.randomUUID().toString(),
                    seed,
                    null,
                    null);
            TestServers.get().redis().apply(update).toCompletableFuture().join();
        }
    }

    private AccountKey key(Level level, AccountLimit limit, Instant at) {
        String scope =
                switch (level) {
                    case ORG -> "-";
                    case APP -> "chat";
                    default -> "chat/k1";
                };
        String period = limit.getPeriod() == PeriodKind.NONE
                ? "-"
                : Periods.at(limit.getPeriod(), ZoneOffset.UTC, at).id();
        return new AccountKey(id, level, scope, limit.getMeter(), period);
    }

    private Plan plan() {
        var meters = countsCalls
                ? List.of(new Meter(METER, 0, MeterBasis.PRICE), new Meter(CALLS, 0, MeterBasis.CALLS))
                : List.of(new Meter(METER, 0, MeterBasis.PRICE));
        var estimate = new EstimateSettings(1024L, maxOutputTokens, 4);
        return new Plan(id, 1L, meters, id, List.of(), rates, estimate, 60_000L, outage);
    }

    private PriceBook prices() {
        return new PriceBook(
                id,
                1L,
                PriceUnit.UNIT,
                List.of(
                        new ModelPrice("t1-large", "20", "2", "25", "80", "0"),
                        new ModelPrice("t1-embed", "5", "5", "5", "0", "0"),
                        new ModelPrice("t1-free", "0", "0", "0", "0", "0")));
    }

    private String hash() {
        try {
            var bytes = secret.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(String key, java.util.function.Consumer<ConfigEntry> setter) {
        var entry = new ConfigEntry();
        setter.accept(entry);
        TestServers.get().write(Topic.CONFIG, key, entry);
    }
}
