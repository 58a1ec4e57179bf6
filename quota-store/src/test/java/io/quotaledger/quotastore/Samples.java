package io.quotaledger.quotastore;

import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.Dropped;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.Update;
import io.quotaledger.schemas.avro.UpdateReason;
import io.quotaledger.schemas.avro.Usage;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Accounts, events and calls for tests, with what a test does not care about filled in. */
final class Samples {
    static final long HOLD_MILLIS = Duration.ofMinutes(10).toMillis();
    static final Map<String, String> REGISTRY = Map.of("schema.registry.url", "mock://quota-store");
    static final AvroSerde<SpecificRecord> SERDE = AvroSerde.forTopics(REGISTRY);

    /** Buckets of the tenants of this process; far fewer than there are. */
    private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

    private Samples() {}

    static AccountKey org(String tenant) {
        return new AccountKey(tenant, Level.ORG, "-", "tokens", "-");
    }

    static AccountKey app(String tenant) {
        return new AccountKey(tenant, Level.APP, "chat", "tokens", "2026-11");
    }

    static AccountKey key(String tenant) {
        return new AccountKey(tenant, Level.KEY, "chat/k1", "tokens", "2026-11-30");
    }

    static List<AccountKey> threeLevels(String tenant) {
        return List.of(org(tenant), app(tenant), key(tenant));
    }

    static String id() {
        return UUID.randomUUID().toString();
    }

    /** A tenant that is alone in its bucket, so that a test may look at everything in there. */
    static String tenant() {
        return Stream.generate(Samples::id)
                .filter(id -> TAKEN.add(StoreKeys.bucket(id)))
                .findFirst()
                .orElseThrow();
    }

    static Admission admission(String reservation, List<AccountKey> accounts, long amount) {
        return admission(
                reservation,
                accounts.stream()
                        .map(key -> new PathAccount(List.of(Candidate.wallet(key)), amount))
                        .toList(),
                List.of(),
                "digest");
    }

    static Admission admission(String reservation, List<PathAccount> path, List<RateRule> rates, String digest) {
        var first = path.get(0).candidates().get(0).key();
        var event = event(first.tenantId());
        var legs = new ArrayList<Leg>();
        for (var account : path) {
            legs.add(leg(account.candidates().get(0).key(), account.amount(), 0));
        }
        event.setPrepaid(new Prepaid(reservation, legs, HOLD_MILLIS, false, call()));
        return new Admission(event, path, rates, digest);
    }

    static Closing settlement(String reservation, List<AccountKey> accounts, long held, long consumed) {
        var event = event(accounts.get(0).tenantId());
        var settled = Settled.newBuilder()
                .setReservationId(reservation)
                .setLegs(accounts.stream().map(key -> leg(key, held, consumed)).toList())
                .setProvenance(Provenance.REPORTED)
                .setUsage(new Usage(consumed, 0L, 0L, 0L))
                .setStartedAt(Instant.EPOCH)
                .setEndedAt(Instant.EPOCH)
                .setCall(call())
                .build();
        event.setSettled(settled);
        return new Closing(event, accounts);
    }

    static Closing refund(String reservation, List<AccountKey> accounts, long held) {
        var event = event(accounts.get(0).tenantId());
        var legs = accounts.stream().map(key -> leg(key, held, 0)).toList();
        event.setRefunded(new Refunded(reservation, legs, "upstream_error", 502, call()));
        return new Closing(event, accounts);
    }

    static QuotaEvent checkpoint(AccountKey key) {
        var event = event(key.tenantId());
        event.setCheckpointed(new Checkpointed(key.toRef(), 0L, 0L, 0L, 0L, new StoreFigures(0L, 0L, 0L, false)));
        return event;
    }

    static QuotaEvent drop(AccountKey key) {
        var event = event(key.tenantId());
        event.setDropped(new Dropped(key.toRef(), 0L, 0L, 0L, 0L, new StoreFigures(0L, 0L, 0L, false)));
        return event;
    }

    static StoreUpdate seed(AccountKey key, long epoch, long granted) {
        return seed(key, epoch, new Seed(granted, 0L, 0L, null, false));
    }

    static StoreUpdate seed(AccountKey key, long epoch, Seed seed) {
        return instruction(key, epoch).setSeed(seed).build();
    }

    static StoreUpdate update(AccountKey key, long epoch, long number, long granted, long reserved, long consumed) {
        return update(key, epoch, new Update(number, granted, reserved, consumed, null));
    }

    static StoreUpdate update(AccountKey key, long epoch, Update update) {
        return instruction(key, epoch).setUpdate(update).build();
    }

    static StoreUpdate.Builder instruction(AccountKey key, long epoch) {
        return StoreUpdate.newBuilder()
                .setTenantId(key.tenantId())
                .setAccount(key.toRef())
                .setEpoch(epoch)
                .setReason(UpdateReason.CORRECTION)
                .setEventId(id());
    }

    static Leg leg(AccountKey key, long held, long consumed) {
        var account = key.toRef();
        return new Leg(
                new AccountRef(account.getLevel(), account.getScope(), account.getMeter(), account.getPeriod()),
                held,
                consumed,
                null);
    }

    private static QuotaEvent event(String tenant) {
        return QuotaEvent.newBuilder()
                .setEventId(id())
                .setTenantId(tenant)
                .setTime(Instant.EPOCH)
                .setSource("gateway/test")
                .build();
    }

    private static Call call() {
        return new Call("chat", "k1", "openai", "gpt-test", "", 0L);
    }

    /** Overage allowance or none, as in seeds. */
    static Seed capped(long granted, @Nullable Long overageLeft) {
        return new Seed(granted, 0L, 0L, overageLeft, false);
    }
}
