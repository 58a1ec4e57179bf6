package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.quotastore.StoreModel.Executed;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.Update;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of random commands, each answer and the whole state after it compared with {@link StoreModel}. */
final class RandomCommandsIT {
    private static final int COMMANDS = 2_000;
    private static final int RESERVATIONS = 300;
    private static final long START = 1_800_000_000_000L;
    private static final long PERIOD = 200_000;

    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.id();
    private final AccountKey org = Samples.org(tenant);
    private final AccountKey first = new AccountKey(tenant, Level.APP, "chat", "tokens", "2026-11-29");
    private final AccountKey second = new AccountKey(tenant, Level.APP, "chat", "tokens", "2026-11-30");
    private final AccountKey key1 = new AccountKey(tenant, Level.KEY, "chat/k1", "tokens", "-");
    private final AccountKey key2 = new AccountKey(tenant, Level.KEY, "chat/k2", "tokens", "-");
    private final List<AccountKey> all = List.of(org, first, second, key1, key2);
    // Windows so long that no rate limit leaves Redis by its own clock while the test runs.
    private final List<RateRule> rates =
            List.of(new RateRule(Level.ORG, "-", 7, 3_600_000), new RateRule(Level.KEY, "chat/k1", 3, 3_600_000));

    private final StoreModel model = new StoreModel();
    private final Map<String, Admission> lastTry = new HashMap<>();
    private long now = START;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldDoWhatTheModelDoes(long randomSeed) {
        var random = new Random(randomSeed);
        var codes = new HashMap<String, Integer>();
        for (int i = 0; i < COMMANDS; i++) {
            now = Math.max(START, now + random.nextInt(2_000) - (random.nextInt(50) == 0 ? 20_000 : 0));
            KIT.at(now);
            var answer = command(random, i);
            assertThat(state()).as("accounts after command %d", i).isEqualTo(model.accounts);
            codes.merge(
                    answer instanceof Executed ? "Executed" : answer.toString().split("\\[", 2)[0], 1, Integer::sum);
        }
        assertThat(KIT.redis().xlen(StoreKeys.outbox(StoreKeys.bucket(tenant)))).isEqualTo(model.executions);
        assertThat(codes)
                .containsKeys("Executed", "Duplicate", "Exhausted", "AlreadyClosed", "Applied", "Ignored", "Gap");
    }

    private Object command(Random random, int i) {
        int kind = random.nextInt(100);
        if (kind < 45) {
            return admit(random, i);
        }
        if (kind < 80) {
            return close(random, i);
        }
        if (kind < 96) {
            return sync(random, i);
        }
        if (kind < 98) { // Somebody loses an account, or a receipt.
            var key = any(random, all);
            KIT.redis().del(StoreKeys.account(key));
            model.accounts.remove(key);
        } else {
            var reservation = reservation(random);
            KIT.redis().del(StoreKeys.receipt(tenant, reservation));
            model.receipts.remove(reservation);
        }
        return "lost";
    }

    private Object admit(Random random, int i) {
        var reservation = reservation(random);
        var amount = amount(random);
        var path = new ArrayList<PathAccount>();
        path.add(new PathAccount(List.of(Candidate.wallet(org)), amount));
        path.add(new PathAccount(
                List.of(
                        new Candidate(first, START, START + PERIOD),
                        new Candidate(second, START + PERIOD, START + 3 * PERIOD)),
                amount(random)));
        path.add(new PathAccount(List.of(Candidate.wallet(random.nextBoolean() ? key1 : key2)), amount));
        var digest = random.nextInt(10) == 0 ? "other" : "digest";
        var limits = random.nextInt(20) == 0 ? rates : List.<RateRule>of();
        var admission = random.nextInt(5) == 0
                ? lastTry.getOrDefault(reservation, Samples.admission(reservation, path, limits, digest))
                : Samples.admission(reservation, path, limits, digest);
        lastTry.put(reservation, admission);
        return compare(i, model.admit(admission, now), () -> KIT.store().admit(admission));
    }

    private Object close(Random random, int i) {
        var reservation = reservation(random);
        var admission = lastTry.get(reservation);
        var inSecond = now >= START + PERIOD;
        var accounts = admission == null
                ? List.of(org, inSecond ? second : first, key1)
                : List.of(
                        org,
                        random.nextInt(4) == 0 || inSecond ? second : first,
                        admission.path().get(2).candidates().get(0).key());
        var held = admission == null
                ? List.of(1L, 1L, 1L)
                : admission.path().stream().map(PathAccount::amount).toList();
        var consumed = amount(random);
        var closing = random.nextBoolean()
                ? Samples.settlement(reservation, accounts, 0, consumed)
                : Samples.refund(reservation, accounts, 0);
        var legs = legs(closing);
        for (int leg = 0; leg < legs.size(); leg++) {
            legs.get(leg).setHeld(held.get(leg));
        }
        return compare(i, model.close(closing), () -> KIT.store().close(closing));
    }

    private Object sync(Random random, int i) {
        var key = any(random, all);
        var account = Optional.ofNullable(model.accounts.get(key));
        long epoch = account.map(StoredAccount::epoch).orElse(1L);
        if (account.isEmpty() || random.nextInt(8) == 0) {
            var granted = random.nextInt(6) == 0 ? Amounts.MAX - random.nextInt(3) : random.nextInt(2_000);
            var overage = random.nextInt(3) == 0 ? (Long) (long) random.nextInt(500) : null;
            var seed = new Seed(granted, 0L, 0L, overage, random.nextInt(6) == 0);
            var instruction = Samples.seed(key, epoch + random.nextInt(3) - 1, seed);
            return compare(i, model.apply(instruction), () -> KIT.store().apply(instruction));
        }
        long number = account.map(StoredAccount::updates).orElse(0L) + random.nextInt(4) - 1;
        var update = new Update(
                Math.max(1, random.nextInt(3) == 0 ? number : account.get().updates() + 1),
                (long) random.nextInt(400) - 100,
                (long) random.nextInt(20) - 10,
                (long) random.nextInt(20) - 10,
                random.nextInt(20) == 0 ? (Boolean) random.nextBoolean() : null);
        var instruction = Samples.update(key, epoch - (random.nextInt(10) == 0 ? 1 : 0), update);
        return compare(i, model.apply(instruction), () -> KIT.store().apply(instruction));
    }

    private Object compare(int i, Object expected, Supplier<CompletionStage<?>> call) {
        assertThat(answer(call)).as("answer to command %d", i).isEqualTo(expected);
        return expected;
    }

    private static Object answer(Supplier<CompletionStage<?>> call) {
        try {
            Object result = call.get().toCompletableFuture().join();
            if (result instanceof AdmitResult.Admitted admitted) {
                var legs = Objects.requireNonNull(admitted.event().event().getPrepaid())
                        .getLegs();
                return new Executed(admitted.overage(), stamps(legs), admitted.balances());
            }
            if (result instanceof CloseResult.Closed closed) {
                return new Executed(
                        closed.receiptFound(), stamps(legs(closed.event().event())), List.of());
            }
            return result;
        } catch (CompletionException e) {
            if (e.getCause() instanceof AmountOutOfRangeException) {
                return StoreModel.OUT_OF_RANGE;
            }
            if (e.getCause() instanceof IllegalArgumentException) {
                return StoreModel.OTHER_HOLDS;
            }
            throw e;
        }
    }

    private Map<AccountKey, StoredAccount> state() {
        var state = new HashMap<AccountKey, StoredAccount>();
        all.forEach(key -> KIT.inspect(key).ifPresent(account -> state.put(key, account)));
        return state;
    }

    private static List<Leg> legs(Closing closing) {
        return legs(closing.event());
    }

    private static List<Leg> legs(QuotaEvent event) {
        var settled = event.getSettled();
        return settled != null
                ? settled.getLegs()
                : Objects.requireNonNull(event.getRefunded()).getLegs();
    }

    private static List<String> stamps(List<Leg> legs) {
        return legs.stream()
                .map(leg -> leg.getAccount().getPeriod()
                        + (leg.getStamp() == null
                                ? ""
                                : "," + leg.getStamp().getEpoch() + ","
                                        + leg.getStamp().getGeneration()))
                .toList();
    }

    private static String reservation(Random random) {
        return "r" + random.nextInt(RESERVATIONS);
    }

    private static long amount(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> Amounts.MAX - random.nextInt(5);
            case 2 -> random.nextInt(2_000);
            default -> random.nextInt(50);
        };
    }

    private static <T> T any(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
