package io.quotaledger.ledgerservice;

import static org.awaitility.Awaitility.await;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Alert;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.Verdict;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;

/** Tenants with a wallet that is used in Redis without a gateway. */
abstract class WalletTest extends ServiceTest {
    static final Duration SOON = Duration.ofSeconds(60);
    static final AccountRef WALLET = new AccountRef(Level.ORG, "-", "usd", "-");
    static final Call CALL = new Call("chat", "k1", "test", "t1-large", "", 0L);

    @Inject
    LettuceQuotaStore redis;

    @BeforeAll
    void publishCatalog() {
        operator().put("/v1/price-books/wallet-prices", Bodies.PRICE_BOOK).mustBe(200);
        operator().put("/v1/plans/wallet-plan", Bodies.plan("wallet-prices")).mustBe(200);
    }

    static AccountKey key(String tenantId) {
        return AccountKey.of(tenantId, WALLET);
    }

    /** A tenant with a wallet that Redis holds. */
    void open(String tenantId, long amount) {
        operator().post("/v1/tenants", Bodies.tenant(tenantId, "wallet-plan")).mustBe(201);
        operator()
                .post("/v1/tenants/" + tenantId + "/grants", Bodies.grant(amount))
                .mustBe(201);
        askForSeed(tenantId, WALLET);
        await().atMost(SOON).until(() -> inRedis(tenantId).isPresent());
    }

    static void askForSeed(String tenantId, AccountRef account) {
        try (var log = new EventLog()) {
            log.append(EventLog.event(tenantId)
                    .setSeedRequested(new SeedRequested(account, SeedReason.ABSENT, null))
                    .build());
        }
    }

    AdmitResult admit(String tenantId, long amount) {
        return admit(tenantId, UUID.randomUUID().toString(), amount);
    }

    AdmitResult admit(String tenantId, String reservationId, long amount) {
        var prepaid = new Prepaid(
                reservationId,
                List.of(new Leg(WALLET, amount, 0L, null)),
                Duration.ofMinutes(10).toMillis(),
                false,
                CALL);
        var path = new PathAccount(List.of(Candidate.wallet(key(tenantId))), amount);
        var event = EventLog.event(tenantId).setPrepaid(prepaid).build();
        return redis.admit(new Admission(event, List.of(path), List.of(), "digest"))
                .toCompletableFuture()
                .join();
    }

    Optional<StoredAccount> inRedis(String tenantId) {
        return redis.inspect(key(tenantId)).toCompletableFuture().join();
    }

    static List<Snapshot> snapshots(String tenantId, Verdict verdict) {
        return read(Topic.SNAPSHOTS, Snapshot.class).stream()
                .filter(snapshot -> snapshot.getTenantId().equals(tenantId) && snapshot.getVerdict() == verdict)
                .toList();
    }

    static List<Alert> alerts(String tenantId) {
        return read(Topic.ALERTS, Alert.class).stream()
                .filter(alert -> alert.getTenantId().equals(tenantId))
                .toList();
    }

    /** All of a topic that is there now. */
    static <T extends SpecificRecord> List<T> read(Topic topic, Class<T> type) {
        var records = new ArrayList<T>();
        TopicDump.of(topic).forEach(record -> records.add(type.cast(record)));
        return records;
    }
}
