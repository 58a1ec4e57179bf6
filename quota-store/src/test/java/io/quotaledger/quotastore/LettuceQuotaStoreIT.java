package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.StoreStamp;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A request's way through the store, on a real redis-server. */
@SuppressWarnings("NullAway.Init") // JUnit calls start before any test.
final class LettuceQuotaStoreIT {
    private static LocalStack stack;
    private static LettuceQuotaStore store;

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);

    @BeforeAll
    static void start() {
        stack = LocalStack.builder().withRedis().start();
        store = LettuceQuotaStore.connect(StoreSettings.of(stack.redisUri()), Samples.SERDE);
    }

    @AfterAll
    static void stop() {
        store.close();
        stack.close();
    }

    @Test
    void shouldHoldOnAllAccountsAndSettleWhenAllAreSeeded() {
        seedAll(100);
        var admitted = (AdmitResult.Admitted) get(store.admit(Samples.admission("r1", path, 60)));
        assertThat(admitted.balances()).extracting(StoredBalance::reserved).containsExactly(60L, 60L, 60L);
        var prepaid = Objects.requireNonNull(admitted.event().event().getPrepaid());
        assertThat(prepaid.getLegs()).extracting(Leg::getStamp).containsOnly(new StoreStamp(1L, 0L));

        var closed = (CloseResult.Closed) get(store.close(Samples.settlement("r1", path, 60, 25)));
        assertThat(closed.receiptFound()).isTrue();
        for (var key : path) {
            var account = get(store.inspect(key)).orElseThrow();
            assertThat(account.balance()).isEqualTo(new StoredBalance(key, 100, 0, 25, null, false));
            assertThat(account.executions()).isEqualTo(2);
        }
    }

    @Test
    void shouldListAllAbsentAccountsWhenSomeAreNotSeeded() {
        get(store.apply(Samples.seed(path.get(0), 1, 100)));
        assertThat(get(store.admit(Samples.admission("r1", path, 1))))
                .isEqualTo(new AdmitResult.Unseeded(path.subList(1, 3)));
    }

    @Test
    void shouldReturnTheHoldWhenRefunded() {
        seedAll(100);
        get(store.admit(Samples.admission("r1", path, 60)));
        get(store.close(Samples.refund("r1", path, 60)));
        for (var key : path) {
            assertThat(get(store.inspect(key)).orElseThrow().balance().available())
                    .isEqualTo(100);
        }
    }

    @Test
    void shouldRefuseWithoutAnyHoldWhenOneAccountCannotHold() {
        seedAll(100);
        get(store.apply(Samples.update(path.get(2), 1, 1, -95, 0, 0)));
        var refused = (AdmitResult.Exhausted) get(store.admit(Samples.admission("r1", path, 6)));
        assertThat(refused.balance().key()).isEqualTo(path.get(2));
        assertThat(refused.needed()).isEqualTo(6);
        for (var key : path) {
            assertThat(get(store.inspect(key)).orElseThrow().executions()).isZero();
        }
    }

    @Test
    void shouldApplyUpdatesInOrderOnly() {
        var key = path.get(0);
        assertThat(get(store.apply(Samples.update(key, 1, 1, 5, 0, 0)))).isEqualTo(new SyncResult.Absent());
        get(store.apply(Samples.seed(key, 1, 100)));
        assertThat(get(store.apply(Samples.update(key, 1, 2, 5, 0, 0)))).isEqualTo(new SyncResult.Gap(1, 0));
        assertThat(get(store.apply(Samples.update(key, 1, 1, 5, 0, 0)))).isEqualTo(new SyncResult.Applied());
        assertThat(get(store.apply(Samples.update(key, 1, 1, 5, 0, 0)))).isEqualTo(new SyncResult.Ignored());
        assertThat(get(store.inspect(key)).orElseThrow().balance().granted()).isEqualTo(105);
    }

    private void seedAll(long granted) {
        for (var key : path) {
            assertThat(get(store.apply(Samples.seed(key, 1, granted)))).isEqualTo(new SyncResult.Applied());
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
