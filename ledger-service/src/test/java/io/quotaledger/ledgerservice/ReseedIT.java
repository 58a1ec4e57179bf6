package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AppOpened;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.KeyIssued;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PlanLimit;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.TenantOpened;
import io.quotaledger.schemas.serde.AvroSerde;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All accounts of Redis begin anew while calls go on: {@code -Dreseed.accounts=100000 -Dreseed.calls=1000} for many. What it prints of time is for the
 * reader; nothing depends on it.
 */
class ReseedIT {
    private static final int ACCOUNTS = Integer.getInteger("reseed.accounts", 2_000);
    private static final int KEYS = 98; // A tenant has 100 accounts, with those of the org and the app.
    private static final int CALLS_PER_SECOND = Integer.getInteger("reseed.calls", 100);
    private static final String LOWEST_PRIORITY = "19";
    private static final int IDLE_SECONDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final List<String> tenants = IntStream.range(0, ACCOUNTS / (KEYS + 2))
            .mapToObj(i -> "reseed-" + i)
            .toList();

    @Test
    @Timeout(1_800)
    void shouldSeedEveryAccountAnewWhileCallsGoOn() {
        try (var stack = LocalStack.builder()
                        .withAll()
                        .topics(Topic.newTopics(3, (short) 1))
                        .start();
                var service = new ChildService(SharedStack.properties(stack, "reseed"));
                var log = new EventLog(stack);
                var redis = connect(stack)) {
            service.awaitReady();
            giveWay(service.pid());
            giveWay(stack.kafka().pid());
            open(log);
            accounts()
                    .forEach(account -> log.appendSoon(EventLog.event(account.tenantId())
                            .setSeedRequested(new SeedRequested(account.toRef(), SeedReason.ABSENT, null))
                            .build()));
            awaitEpoch(redis, 1);

            try (var calls = new SteadyCalls(redis, paths(), CALLS_PER_SECOND)) {
                calls.next(2 * IDLE_SECONDS * CALLS_PER_SECOND);
                var idle = calls.next(IDLE_SECONDS * CALLS_PER_SECOND);
                long start = System.nanoTime();
                var meanwhile = calls.begin();
                tenants.forEach(tenant -> service.client()
                        .post("/v1/tenants/" + tenant + "/reseed", "{\"reason\":\"all anew\"}")
                        .mustBe(202));
                awaitSeeds(service, 2L * accounts().count());
                calls.begin();
                double seconds = (System.nanoTime() - start) / 1e9;
                System.out.printf(
                        "reseed: %d accounts in %.1f s; admit at %d/s: p50 %.2f ms, p99 %.2f ms; idle p50 %.2f ms, p99 %.2f ms%n",
                        accounts().count(),
                        seconds,
                        CALLS_PER_SECOND,
                        meanwhile.getValueAtPercentile(50) / 1e6,
                        meanwhile.getValueAtPercentile(99) / 1e6,
                        idle.getValueAtPercentile(50) / 1e6,
                        idle.getValueAtPercentile(99) / 1e6);
                assertThat(calls.refused()).isZero();
            }
            awaitEpoch(redis, 2);
        }
    }

    /**
     * The ledger's side gets what Redis and the calls leave of the processors, as if it ran on machines of its own; where Linux does not
     * share them by session it competes with the calls.
     */
    private static void giveWay(long pid) {
        var priority = Path.of("/proc", Long.toString(pid), "autogroup");
        if (Files.isWritable(priority)) {
            try {
                Files.writeString(priority, LOWEST_PRIORITY);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void open(EventLog log) {
        for (var tenant : tenants) {
            log.appendSoon(EventLog.event(tenant)
                    .setTenantOpened(new TenantOpened(tenant, "UTC", plan()))
                    .build());
            log.appendSoon(EventLog.event(tenant)
                    .setAppOpened(new AppOpened("chat", "chat"))
                    .build());
            for (int key = 0; key < KEYS; key++) {
                var hash = "%064x".formatted(((long) tenant.hashCode() << 32) | key);
                log.appendSoon(EventLog.event(tenant)
                        .setKeyIssued(new KeyIssued("chat", "k" + key, hash))
                        .build());
            }
        }
    }

    private Stream<AccountKey> accounts() {
        return tenants.stream().flatMap(ReseedIT::accounts);
    }

    private static Stream<AccountKey> accounts(String tenant) {
        return Stream.concat(
                Stream.of(wallet(tenant, Level.ORG, "-"), wallet(tenant, Level.APP, "chat")),
                IntStream.range(0, KEYS).mapToObj(key -> wallet(tenant, Level.KEY, "chat/k" + key)));
    }

    /** One path of each tenant. */
    private List<List<AccountKey>> paths() {
        return tenants.stream()
                .map(tenant -> List.of(
                        wallet(tenant, Level.ORG, "-"),
                        wallet(tenant, Level.APP, "chat"),
                        wallet(tenant, Level.KEY, "chat/k0")))
                .toList();
    }

    private static AccountKey wallet(String tenant, Level level, String scope) {
        return new AccountKey(tenant, level, scope, "calls", "-");
    }

    private static Plan plan() {
        return Plan.newBuilder()
                .setPlanId("reseed")
                .setVersion(1)
                .setMeters(List.of(new Meter("calls", 0, MeterBasis.CALLS)))
                .setLimits(Stream.of(Level.ORG, Level.APP, Level.KEY)
                        .map(level -> new PlanLimit(level, new AccountLimit("calls", PeriodKind.NONE, null)))
                        .toList())
                .setEstimate(new EstimateSettings(1024L, null, 4))
                .setHoldMillis(Duration.ofHours(1).toMillis())
                .build();
    }

    private static LettuceQuotaStore connect(LocalStack stack) {
        var serde = AvroSerde.forTopics(
                Map.of("schema.registry.url", stack.registryUrl().toString()));
        return LettuceQuotaStore.connect(
                StoreSettings.of(stack.redisUri()).withCommandTimeout(Duration.ofMinutes(1)), serde);
    }

    private static void awaitSeeds(ChildService service, long seeds) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> service.client()
                .get("/prometheus")
                .text()
                .lines()
                .filter(line -> line.startsWith("quota_sync_instructions_total")
                        && line.contains("kind=\"seed\"")
                        && line.contains("result=\"applied\""))
                .anyMatch(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))) >= seeds));
    }

    private void awaitEpoch(LettuceQuotaStore redis, long epoch) {
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> tenants.stream()
                .allMatch(tenant -> hasEpoch(redis, accounts(tenant), epoch)));
    }

    private static boolean hasEpoch(LettuceQuotaStore redis, Stream<AccountKey> accounts, long epoch) {
        var batch = new ArrayList<CompletionStage<Optional<StoredAccount>>>();
        accounts.forEach(account -> batch.add(redis.inspect(account)));
        return batch.stream()
                .map(found -> found.toCompletableFuture().join())
                .allMatch(found -> found.isPresent() && found.get().epoch() >= epoch);
    }
}
