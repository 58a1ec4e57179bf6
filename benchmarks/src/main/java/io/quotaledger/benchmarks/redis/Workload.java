package io.quotaledger.benchmarks.redis;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.UpdateReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Calls of some organisations, in turns, each on three levels: organisation, application, key. */
final class Workload {
    static final String METER = "tokens";
    /** Held on each level, in tokens. */
    static final long AMOUNT = 100;
    /** More than any run holds. */
    static final long PLENTY = 1_000_000_000_000L;

    private static final long HOLD_MILLIS = Duration.ofMinutes(1).toMillis();
    // As long as a SHA-256.
    private static final String DIGEST = "0123456789abcdef".repeat(4);
    private static final long RUN = System.nanoTime();

    private final List<List<AccountKey>> paths;
    private final long funds;

    /**
     * Names the accounts.
     *
     * @param orgs how many, at least 1; each has one application and one key
     * @param funds of each account, in tokens
     */
    Workload(int orgs, long funds) {
        this("org", orgs, funds);
    }

    /** Whose organisations' ids begin so. */
    Workload(String name, int orgs, long funds) {
        this.paths = IntStream.range(0, orgs)
                .mapToObj(org -> pathOf(name + "-" + org))
                .toList();
        this.funds = funds;
    }

    /** Names of the three accounts of call {@code number}, from the organisation's to the key's. */
    List<AccountKey> path(long number) {
        return paths.get((int) (number % paths.size()));
    }

    /** Names of all accounts. */
    Stream<AccountKey> accounts() {
        return paths.stream().flatMap(List::stream);
    }

    /** Names of the organisations' accounts. */
    Stream<AccountKey> orgs() {
        return paths.stream().map(path -> path.get(0));
    }

    /** One step a level, one after the other, as a peer without a common script does it. */
    CompletionStage<Void> inSequence(long number, Function<AccountKey, CompletionStage<Void>> step) {
        CompletionStage<Void> done = CompletableFuture.completedStage(null);
        for (var level : path(number)) {
            done = done.thenCompose(before -> step.apply(level));
        }
        return done;
    }

    /** A call as a gateway brings it. {@code number} belongs to no other call of this process. */
    Admission admission(long number) {
        var keys = path(number);
        var legs =
                keys.stream().map(key -> new Leg(key.toRef(), AMOUNT, 0L, null)).toList();
        var id = new UUID(RUN, number).toString();
        var event = QuotaEvent.newBuilder()
                .setEventId(id)
                .setTenantId(keys.get(0).tenantId())
                .setTime(Instant.now())
                .setSource("gateway/benchmark")
                .setPrepaid(new Prepaid(
                        id, legs, HOLD_MILLIS, false, new Call("chat", "k1", "openai", "gpt-4.1-mini", "", 0L)))
                .build();
        var path = keys.stream()
                .map(key -> new PathAccount(List.of(Candidate.wallet(key)), AMOUNT))
                .toList();
        return new Admission(event, path, List.of(), DIGEST);
    }

    /** What seeds all accounts in Redis. */
    Stream<StoreUpdate> seeds() {
        return accounts().map(key -> seed(key, 1));
    }

    /** What begins a life of an account. */
    StoreUpdate seed(AccountKey key, long epoch) {
        return StoreUpdate.newBuilder()
                .setTenantId(key.tenantId())
                .setAccount(key.toRef())
                .setEpoch(epoch)
                .setReason(UpdateReason.CORRECTION)
                .setEventId("seed")
                .setSeed(new Seed(funds, 0L, 0L, null, false))
                .build();
    }

    private static List<AccountKey> pathOf(String tenant) {
        return List.of(
                new AccountKey(tenant, Level.ORG, "-", METER, "-"),
                new AccountKey(tenant, Level.APP, "chat", METER, "-"),
                new AccountKey(tenant, Level.KEY, "chat/k1", METER, "-"));
    }
}
