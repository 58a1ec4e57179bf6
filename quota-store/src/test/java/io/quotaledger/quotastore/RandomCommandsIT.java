package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.Update;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of random commands; each answer, the state after it and all events compared with {@link StoreModel}. */
final class RandomCommandsIT {
    private static final int COMMANDS = 3_000;
    private static final int RESERVATIONS = 800;
    private static final int OUTBOX_LIMIT = 60;
    private static final long START = 1_800_000_000_000L;
    private static final long PERIOD = 200_000;

    @RegisterExtension
    static final RedisKit KIT = new RedisKit(OUTBOX_LIMIT);

    private final String tenant = Samples.tenant();
    private final AccountKey org = Samples.org(tenant);
    private final AccountKey first = new AccountKey(tenant, Level.APP, "chat", "tokens", "2026-11-29");
    private final AccountKey second = new AccountKey(tenant, Level.APP, "chat", "tokens", "2026-11-30");
    private final AccountKey key1 = new AccountKey(tenant, Level.KEY, "chat/k1", "tokens", "-");
    private final AccountKey key2 = new AccountKey(tenant, Level.KEY, "chat/k2", "tokens", "-");
    private final List<AccountKey> all = List.of(org, first, second, key1, key2);
    // Windows so long that no rate limit leaves Redis by its own clock while the test runs.
    private final List<RateRule> rates =
            List.of(new RateRule(Level.ORG, "-", 7, 3_600_000), new RateRule(Level.KEY, "chat/k1", 3, 3_600_000));

    private final StoreModel model = new StoreModel(OUTBOX_LIMIT);
    private final Map<String, Admission> lastTry = new HashMap<>();
    private final Map<AccountKey, Long> epochs = new HashMap<>();
    private long now = START;

    @BeforeEach
    void forgetTheTenantsBefore() {
        KIT.redis().flushall(); // One of them may be in the same bucket.
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldDoWhatTheModelDoes(long randomSeed) {
        var random = new Random(randomSeed);
        var codes = new HashMap<String, Integer>();
        int mostTouched = 0;
        for (int i = 0; i < COMMANDS; i++) {
            now = Math.max(START, now + random.nextInt(2_000) - (random.nextInt(50) == 0 ? 20_000 : 0));
            KIT.at(now);
            var answer = command(random, i);
            assertThat(state()).as("accounts after command %d", i).isEqualTo(model.accounts());
            assertThat(KIT.touched(tenant)).as("touched after command %d", i).isEqualTo(model.touched());
            mostTouched = Math.max(mostTouched, model.touched().size());
            codes.merge(answer instanceof String text ? text : answer.getClass().getSimpleName(), 1, Integer::sum);
        }
        compareOutboxes();
        assertThat(mostTouched).isGreaterThan(1);
        assertThat(codes)
                .containsKeys(
                        "Admitted",
                        "Duplicate",
                        "Exhausted",
                        "OverageExhausted",
                        "Unseeded",
                        "RateLimited",
                        "OutboxFull")
                .containsKeys("Closed", "AlreadyClosed", "Applied", "Ignored", "Gap", "StoredEvent")
                .containsKeys("Dropped", "NotDropped", "together");
        assertThat(model.accounts().values())
                .extracting(StoredAccount::generation)
                .anyMatch(generation -> generation > 0);
    }

    private Object command(Random random, int i) {
        int kind = random.nextInt(100);
        if (kind < 44) {
            return random.nextInt(15) == 0 ? admitTogether(random, i) : admit(random, i);
        }
        if (kind < 78) {
            return close(random, i);
        }
        if (kind < 90) {
            return sync(random, i);
        }
        if (kind < 91) {
            return drop(random, i);
        }
        if (kind < 96) {
            var template = Samples.checkpoint(any(random, all));
            return compare(
                    i, () -> model.checkpoint(template, now), () -> KIT.store().checkpoint(template));
        }
        return mishap(random, i);
    }

    /** At the point where it is, one beside it, or where it might have been. */
    private Object drop(Random random, int i) {
        var key = any(random, all);
        var account = model.inspect(key)
                .orElse(new StoredAccount(
                        new StoredBalance(key, 1, 0, 0, null, false), epochs.getOrDefault(key, 1L), 1, 2, 3));
        var old = account.balance();
        int field = random.nextInt(3) == 0 ? random.nextInt(8) : -1;
        var balance = new StoredBalance(
                key,
                old.granted() + (field == 0 ? 1 : 0),
                old.reserved() + (field == 1 ? 1 : 0),
                old.consumed() + (field == 2 ? 1 : 0),
                random.nextBoolean() ? old.overageLeft() : null,
                (field == 3) != old.uncapped());
        var expected = new StoredAccount(
                balance,
                account.epoch() - (field == 4 ? 1 : 0),
                account.generation() - (field == 5 ? 1 : 0),
                account.executions() - (field == 6 ? 1 : 0),
                account.updates() - (field == 7 ? 1 : 0));
        var template = Samples.drop(key);
        var answer = compare(
                i, () -> model.drop(template, expected, now), () -> KIT.store().drop(template, expected));
        return answer instanceof StoredEvent ? "Dropped" : "NotDropped";
    }

    private Object mishap(Random random, int i) {
        var key = any(random, all);
        switch (random.nextInt(6)) {
            case 0 -> {
                return compare(i, () -> Set.copyOf(model.takeTouched(Integer.MAX_VALUE)), () -> KIT.store()
                        .takeTouched(StoreKeys.bucket(tenant), Integer.MAX_VALUE)
                        .thenApply(Set::copyOf));
            }
            case 1 -> {
                long granted = random.nextInt(100);
                if (KIT.inspect(key).isPresent()) {
                    KIT.edit(key, "granted", Long.toString(granted));
                }
                model.edit(key, account -> withGranted(account, granted));
            }
            case 2 -> {
                KIT.redis().del(StoreKeys.account(key));
                model.lose(key);
            }
            case 3 -> {
                compareOutboxes();
                KIT.emptyOutbox(tenant);
                model.remove(model.outbox().stream().map(StoredEvent::outboxId).toList());
            }
            default -> {
                var reservation = reservation(random);
                KIT.redis().del(StoreKeys.receipt(tenant, reservation));
                model.dropReceipt(reservation);
            }
        }
        return "mishap";
    }

    private void compareOutboxes() {
        assertThat(KIT.outbox(tenant))
                .isEqualTo(model.outbox().stream().map(StoredEvent::event).toList());
    }

    private static StoredAccount withGranted(StoredAccount account, long granted) {
        var old = account.balance();
        var balance = new StoredBalance(
                old.key(), granted, old.reserved(), old.consumed(), old.overageLeft(), old.uncapped());
        return new StoredAccount(
                balance, account.epoch(), account.generation(), account.executions(), account.updates());
    }

    private Object admit(Random random, int i) {
        var admission = admission(random);
        return compare(i, () -> model.admit(admission, now), () -> KIT.store().admit(admission));
    }

    /** Calls that wait for Redis, so that all but the first ones go in one script. */
    private Object admitTogether(Random random, int i) {
        var admissions = Stream.generate(() -> admission(random))
                .limit(AdmitCoalescer.SCRIPTS_AT_ONCE + 1 + random.nextInt(8))
                .toList();
        KIT.stack().redis().suspend();
        var answers = admissions.stream().map(KIT.store()::admit).toList();
        KIT.stack().redis().resume();
        for (int call = 0; call < admissions.size(); call++) {
            var admission = admissions.get(call);
            var answer = answers.get(call);
            compare(i, () -> model.admit(admission, now), () -> answer);
        }
        return "together";
    }

    private Admission admission(Random random) {
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
        var limits = random.nextInt(6) == 0 ? rates : List.<RateRule>of();
        var admission = random.nextInt(5) == 0
                ? lastTry.getOrDefault(reservation, Samples.admission(reservation, path, limits, digest))
                : Samples.admission(reservation, path, limits, digest);
        lastTry.put(reservation, admission);
        return admission;
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
        return compare(i, () -> model.close(closing, now), () -> KIT.store().close(closing));
    }

    private Object sync(Random random, int i) {
        var key = any(random, all);
        var account = model.inspect(key);
        long epoch = account.map(StoredAccount::epoch).orElse(epochs.getOrDefault(key, 1L));
        epochs.put(key, epoch);
        if (account.isEmpty() || random.nextInt(8) == 0) {
            var granted = random.nextInt(6) == 0 ? Amounts.MAX - random.nextInt(3) : random.nextInt(2_000);
            var overage = random.nextBoolean() ? (Long) (long) random.nextInt(500) : null;
            var seed = new Seed(granted, 0L, 0L, overage, random.nextInt(6) == 0);
            var instruction = Samples.seed(key, epoch + random.nextInt(4) - 1, seed);
            return compare(i, () -> model.apply(instruction), () -> KIT.store().apply(instruction));
        }
        long number = account.map(StoredAccount::updates).orElse(0L) + random.nextInt(4) - 1;
        var update = new Update(
                Math.max(1, random.nextInt(3) == 0 ? number : account.get().updates() + 1),
                (long) random.nextInt(400) - 100,
                (long) random.nextInt(20) - 10,
                (long) random.nextInt(20) - 10,
                random.nextInt(20) == 0 ? (Boolean) random.nextBoolean() : null);
        var instruction = Samples.update(key, epoch - (random.nextInt(10) == 0 ? 1 : 0), update);
        return compare(i, () -> model.apply(instruction), () -> KIT.store().apply(instruction));
    }

    private static Object compare(int i, Supplier<?> expected, Supplier<? extends CompletionStage<?>> call) {
        var answer = answer(() -> call.get().toCompletableFuture().join());
        assertThat(answer).as("answer to command %d", i).isEqualTo(answer(expected));
        return answer;
    }

    /** The answer without the id in the outbox, or in words what was thrown. */
    private static Object answer(Supplier<?> call) {
        try {
            Object result = call.get();
            if (result instanceof AdmitResult.Admitted admitted) {
                return new AdmitResult.Admitted(withoutId(admitted.event()), admitted.balances(), admitted.overage());
            }
            if (result instanceof CloseResult.Closed closed) {
                return new CloseResult.Closed(withoutId(closed.event()), closed.receiptFound());
            }
            if (result instanceof Optional<?> checkpoint) {
                return checkpoint.isPresent() ? withoutId((StoredEvent) checkpoint.get()) : "absent";
            }
            return result;
        } catch (CompletionException | AmountOutOfRangeException | IllegalArgumentException e) {
            var cause = e instanceof CompletionException ? RedisLink.cause(e) : e;
            if (cause instanceof AmountOutOfRangeException outOfRange) {
                return "out of range: " + outOfRange.account();
            }
            if (cause instanceof IllegalArgumentException) {
                return "other holds";
            }
            throw e;
        }
    }

    private static StoredEvent withoutId(StoredEvent event) {
        return new StoredEvent(event.bucket(), "", event.event());
    }

    private Map<AccountKey, StoredAccount> state() {
        var state = new HashMap<AccountKey, StoredAccount>();
        all.forEach(key -> KIT.inspect(key).ifPresent(account -> state.put(key, account)));
        return state;
    }

    private static List<Leg> legs(Closing closing) {
        var settled = closing.event().getSettled();
        return settled != null
                ? settled.getLegs()
                : Objects.requireNonNull(closing.event().getRefunded()).getLegs();
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
