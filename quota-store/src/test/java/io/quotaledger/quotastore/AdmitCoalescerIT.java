package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls of one tenant that come while Redis is busy. */
final class AdmitCoalescerIT {
    @RegisterExtension
    static final RedisKit KIT = new RedisKit(100);

    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)");

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);

    @AfterEach
    void resume() {
        KIT.stack().redis().resume();
    }

    @Test
    void shouldAdmitInFewScriptsExactlyWhatIsThereInTheOrderOfTheCalls() {
        KIT.seedAll(path, 25);
        long before = scripts();
        var answers = admitWhileRedisHangs(IntStream.range(0, 2 + AdmitCoalescer.MOST_CALLS)
                .mapToObj(i -> Samples.admission("r" + i, path, 1))
                .toList());
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i))
                    .as("call %d", i)
                    .isInstanceOf(i < 25 ? AdmitResult.Admitted.class : AdmitResult.Exhausted.class);
        }
        assertThat(((AdmitResult.Admitted) answers.get(20)).balances())
                .extracting(StoredBalance::reserved)
                .containsOnly(21L);
        assertThat(((AdmitResult.Exhausted) answers.get(25)).balance().available())
                .isZero();
        assertThat(scripts() - before).isEqualTo(3);
        assertThat(KIT.account(path.get(0)).balance().reserved()).isEqualTo(25);
        assertThat(KIT.account(path.get(2)).executions()).isEqualTo(25);
        assertThat(KIT.outbox(tenant)).hasSize(25);
    }

    @Test
    void shouldSeeInOneScriptWhatTheCallsBeforeHaveDone() {
        KIT.seedAll(path, 1_000);
        var rule = new RateRule(Level.KEY, "chat/k1", 2, 3_600_000);
        var first = Samples.admission("r1", path, 1);
        var limited = first.path();
        var answers = admitWhileRedisHangs(List.of(
                Samples.admission("r-a", path, 1),
                Samples.admission("r-b", path, 1),
                first,
                first,
                Samples.admission("r1", limited, List.of(), "other"),
                Samples.admission("r2", limited, List.of(rule), "d"),
                Samples.admission("r3", limited, List.of(rule), "d"),
                Samples.admission("r4", limited, List.of(rule), "d"),
                Samples.admission("r5", Samples.threeLevels(tenant), 2_000),
                Samples.admission("r6", path, 1)));
        assertThat(answers.stream().map(answer -> answer.getClass().getSimpleName()))
                .containsExactly(
                        "Admitted",
                        "Admitted",
                        "Admitted",
                        "Duplicate",
                        "IdReused",
                        "Admitted",
                        "Admitted",
                        "RateLimited",
                        "Exhausted",
                        "Admitted");
        assertThat(KIT.account(path.get(0)).balance().reserved()).isEqualTo(6);
        assertThat(KIT.touched(tenant)).containsExactly(path.get(0));
    }

    @Test
    void shouldAdmitNoMoreThanTheOutboxTakesInOneScript() {
        KIT.seedAll(path, 1_000);
        for (int i = 0; i < 90; i++) {
            KIT.admit(Samples.admission("r" + i, path, 1));
        }
        var answers = admitWhileRedisHangs(IntStream.range(90, 120)
                .mapToObj(i -> Samples.admission("r" + i, path, 1))
                .toList());
        assertThat(answers.subList(0, 10)).hasOnlyElementsOfType(AdmitResult.Admitted.class);
        assertThat(answers.subList(10, 30)).hasOnlyElementsOfType(AdmitResult.OutboxFull.class);
        assertThat(KIT.outbox(tenant)).hasSize(100);
    }

    @Test
    @Timeout(60)
    void shouldFailAllThatWaitWhenRedisHangsAndDecideTheNextCallWhenItIsBack() {
        KIT.seedAll(path, 10_000);
        try (var store = KIT.connect(settings -> settings.withCommandTimeout(Duration.ofMillis(250)))) {
            RedisKit.get(store.admit(Samples.admission("r", path, 1)));
            KIT.stack().redis().suspend();
            long start = System.nanoTime();
            var answers = new ArrayList<CompletionStage<AdmitResult>>();
            for (int i = 0; i < 20 * AdmitCoalescer.MOST_CALLS; i++) {
                answers.add(store.admit(Samples.admission("hung" + i, path, 1)));
            }
            answers.forEach(
                    answer -> assertThat(RedisKit.failure(answer)).isInstanceOf(StoreUnavailableException.class));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            KIT.stack().redis().resume();
            assertThat(RedisKit.get(store.admit(Samples.admission("r", path, 1))))
                    .isInstanceOf(AdmitResult.Duplicate.class);
        }
    }

    @Test
    @Timeout(60)
    void shouldDecideTheCallsThatCameAfterTheScriptThatTimedOut() {
        KIT.seedAll(path, 10_000);
        try (var store = KIT.connect(settings -> settings.withCommandTimeout(Duration.ofSeconds(3)))) {
            RedisKit.get(store.admit(Samples.admission("r", path, 1)));
            KIT.stack().redis().suspend();
            var sent = IntStream.range(0, AdmitCoalescer.SCRIPTS_AT_ONCE)
                    .mapToObj(i -> store.admit(Samples.admission("sent" + i, path, 1)))
                    .toList();
            var later = store.admit(Samples.admission("later", path, 1));
            sent.forEach(answer -> assertThat(RedisKit.failure(answer)).hasMessageContaining("timed out"));
            KIT.stack().redis().resume();

            assertThat(RedisKit.get(later)).isInstanceOf(AdmitResult.Admitted.class);
        }
    }

    @Test
    void shouldNotSendACallThatHasWaitedForATimeOut() {
        KIT.seedAll(path, 10_000);
        var settings = StoreSettings.of(KIT.stack().redisUri()).withCommandTimeout(Duration.ofMinutes(1));
        var nanoTime = new AtomicLong();
        var link = RedisLink.open(settings);
        try {
            var coalescer = new AdmitCoalescer(new ScriptRunner(link, settings), () -> "", settings, nanoTime::get);
            KIT.stack().redis().suspend();
            var sent = IntStream.range(0, AdmitCoalescer.SCRIPTS_AT_ONCE)
                    .mapToObj(i -> admit(coalescer, "sent" + i))
                    .toList();
            var old = admit(coalescer, "old");
            nanoTime.addAndGet(Duration.ofMinutes(1).toNanos());
            var young = admit(coalescer, "young");
            KIT.stack().redis().resume();

            assertThat(sent.stream().map(RedisKit::get)).hasOnlyElementsOfType(AdmitResult.Admitted.class);
            assertThat(RedisKit.failure(old))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("not sent");
            assertThat(RedisKit.get(young)).isInstanceOf(AdmitResult.Admitted.class);
            assertThat(KIT.account(path.get(0)).executions()).isEqualTo(3);
        } finally {
            link.close();
        }
    }

    @Test
    void shouldFailEveryCallAfterTheStoreIsClosed() {
        var store = KIT.connect(settings -> settings);
        store.close();
        for (int i = 0; i <= AdmitCoalescer.SCRIPTS_AT_ONCE; i++) {
            assertThat(RedisKit.failure(store.admit(Samples.admission("late" + i, path, 1))))
                    .isInstanceOf(StoreUnavailableException.class);
        }
    }

    private CompletionStage<AdmitResult> admit(AdmitCoalescer coalescer, String reservation) {
        var admission = Samples.admission(reservation, path, 1);
        var call = new AdmitCall(admission);
        return coalescer.admit(call, call.toPart(60_000, Samples.SERDE.toBytes(Topic.EVENTS, admission.event())));
    }

    /** The first calls are on their way to Redis; the others wait, and go together when it has answered. */
    private static List<AdmitResult> admitWhileRedisHangs(List<Admission> admissions) {
        KIT.stack().redis().suspend();
        var answers = admissions.stream().map(KIT.store()::admit).toList();
        KIT.stack().redis().resume();
        return answers.stream().map(RedisKit::get).toList();
    }

    private static long scripts() {
        return SCRIPTS.matcher(KIT.redis().info("commandstats"))
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }
}
