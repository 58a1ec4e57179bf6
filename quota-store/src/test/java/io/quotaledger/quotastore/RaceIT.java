package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that want the same units at the same time. */
final class RaceIT {
    private static final int CLIENTS = 50;
    private static final int TRIES = 100;
    private static final long UNITS = 2_000;

    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);

    private record Tally(long amount, int admitted, int refused) {
        Tally plus(Tally other) {
            return new Tally(amount + other.amount, admitted + other.admitted, refused + other.refused);
        }
    }

    @Test
    @Timeout(120)
    void shouldNeverSellMoreThanThereIsWhenFiftyClientsRaceForTheLastUnits() throws Exception {
        KIT.apply(Samples.seed(path.get(0), 1, 1_000_000));
        KIT.apply(Samples.seed(path.get(1), 1, 1_000_000));
        KIT.apply(Samples.seed(path.get(2), 1, UNITS));
        var total = race();
        assertThat(total.admitted() + total.refused()).isEqualTo(CLIENTS * TRIES);
        assertThat(total.amount()).isLessThanOrEqualTo(UNITS);
        assertThat(total.refused()).isPositive();
        for (var key : path) {
            var account = KIT.account(key);
            assertThat(account.balance().reserved()).isEqualTo(total.amount());
            assertThat(account.executions()).isEqualTo(total.admitted());
        }
        // Amounts of 1 were refused in the end, so nothing is left.
        assertThat(KIT.account(path.get(2)).balance().available()).isZero();
        assertThat(KIT.redis().xlen(StoreKeys.outbox(StoreKeys.bucket(tenant)))).isEqualTo(total.admitted());
    }

    private Tally race() throws Exception {
        var start = new CyclicBarrier(CLIENTS);
        var pool = Executors.newFixedThreadPool(CLIENTS);
        try {
            var clients = new ArrayList<Callable<Tally>>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                clients.add(() -> runClient(number, start));
            }
            var total = new Tally(0, 0, 0);
            for (Future<Tally> tally : pool.invokeAll(clients)) {
                total = total.plus(tally.get());
            }
            return total;
        } finally {
            pool.shutdownNow();
        }
    }

    private Tally runClient(int number, CyclicBarrier start) throws Exception {
        var random = new Random(number);
        var settings = StoreSettings.of(KIT.stack().redisUri())
                .withConnectTimeout(Duration.ofSeconds(20))
                .withCommandTimeout(Duration.ofSeconds(20));
        try (var store = LettuceQuotaStore.connect(settings, Samples.SERDE)) {
            start.await();
            var tally = new Tally(0, 0, 0);
            for (int i = 0; i < TRIES; i++) {
                long amount = i < TRIES / 2 ? 1 + random.nextInt(7) : 1;
                var result = RedisKit.get(store.admit(Samples.admission("c" + number + "-" + i, path, amount)));
                tally = tally.plus(
                        result instanceof AdmitResult.Admitted ? new Tally(amount, 1, 0) : new Tally(0, 0, 1));
            }
            return tally;
        }
    }
}
