package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.schemas.avro.Update;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every result of the checkpoint script. */
final class CheckpointScriptIT {
    private static final long NOW = 1_800_000_000_000L;

    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.tenant();
    private final AccountKey key = Samples.app(tenant);
    private final List<AccountKey> path = List.of(key);

    @BeforeEach
    void setTime() {
        KIT.at(NOW);
    }

    @Test
    void shouldSayWhatTheAccountHoldsAndEndTheGeneration() {
        KIT.apply(Samples.seed(key, 3, new Seed(100L, 20L, 7L, 50L, false)));
        KIT.apply(Samples.update(key, 3, new Update(1L, 5L, -20L, 1L, true)));
        KIT.admit(Samples.admission("r1", path, 60));
        KIT.admit(Samples.admission("r2", path, 2));
        KIT.close(Samples.settlement("r1", path, 60, 25));
        var template = Samples.checkpoint(key);
        var event = KIT.checkpoint(template).orElseThrow().event();
        assertThat(event.getEventId()).isEqualTo(template.getEventId());
        assertThat(event.getTime()).isEqualTo(Instant.ofEpochMilli(NOW));
        assertThat(event.getCheckpointed())
                .isEqualTo(new Checkpointed(key.toRef(), 3L, 0L, 3L, 1L, new StoreFigures(105L, 2L, 33L, true)));
        assertThat(KIT.account(key))
                .isEqualTo(new StoredAccount(new StoredBalance(key, 105, 2, 33, 50L, true), 3, 1, 3, 1));
    }

    @Test
    void shouldStampTheNextGenerationOnWhatIsExecutedAfterwards() {
        KIT.seedAll(path, 100);
        KIT.admit(Samples.admission("r1", path, 1));
        KIT.checkpoint(Samples.checkpoint(key));
        KIT.close(Samples.settlement("r1", path, 1, 1));
        KIT.checkpoint(Samples.checkpoint(key));
        KIT.admit(Samples.admission("r2", path, 1));
        assertThat(stamps(KIT.outbox(tenant)))
                .containsExactly(new StoreStamp(1L, 0L), new StoreStamp(1L, 1L), new StoreStamp(1L, 2L));
        assertThat(points()).extracting(Checkpointed::getGeneration).containsExactly(0L, 1L);
        assertThat(points()).extracting(Checkpointed::getExecutions).containsExactly(1L, 2L);
    }

    @Test
    void shouldPutTheSameEventIntoTheOutboxAsItAnswers() {
        KIT.seedAll(path, 100);
        var answered = KIT.checkpoint(Samples.checkpoint(key)).orElseThrow();
        assertThat(answered.bucket()).isEqualTo(StoreKeys.bucket(tenant));
        assertThat(KIT.outbox(tenant)).containsExactly(answered.event());
        RedisKit.get(KIT.store().outbox().remove(answered.bucket(), List.of(answered.outboxId())));
        assertThat(KIT.outbox(tenant)).isEmpty();
    }

    /** Whichever of the two the ledger takes: what is stamped up to its generation is what it counts. */
    @Test
    void shouldTellTheTruthTwiceWhenRepeatedWithTheSameEvent() {
        KIT.seedAll(path, 100);
        KIT.admit(Samples.admission("r1", path, 1));
        var template = Samples.checkpoint(key);
        KIT.checkpoint(template);
        KIT.admit(Samples.admission("r2", path, 1));
        KIT.checkpoint(template);
        KIT.checkpoint(template); // Of an empty generation.
        KIT.admit(Samples.admission("r3", path, 1));
        KIT.checkpoint(Samples.checkpoint(key));
        assertThat(KIT.outbox(tenant).stream()
                        .filter(event -> event.getEventId().equals(template.getEventId())))
                .hasSize(3);
        assertThat(points()).extracting(Checkpointed::getGeneration).containsExactly(0L, 1L, 2L, 3L);
        var stamps = stamps(KIT.outbox(tenant));
        for (var point : points()) {
            assertThat(stamps.stream().filter(stamp -> stamp.getGeneration() <= point.getGeneration()))
                    .hasSize(Math.toIntExact(point.getExecutions()));
            assertThat(point.getFigures().getReserved()).isEqualTo(point.getExecutions());
        }
    }

    @Test
    void shouldBeginAgainWithTheFirstGenerationInANewLife() {
        KIT.seedAll(path, 100);
        KIT.checkpoint(Samples.checkpoint(key));
        KIT.apply(Samples.seed(key, 2, 100));
        KIT.checkpoint(Samples.checkpoint(key));
        assertThat(points()).extracting(Checkpointed::getEpoch).containsExactly(1L, 2L);
        assertThat(points()).extracting(Checkpointed::getGeneration).containsExactly(0L, 0L);
    }

    @Test
    void shouldKeepTheTimeAtWhichABudgetLeaves() {
        KIT.apply(Samples.instruction(key, 1)
                .setSeed(Samples.capped(100, null))
                .setExpiresAt(Instant.now().plusSeconds(3600))
                .build());
        var leaves = KIT.redis().pexpiretime(StoreKeys.account(key));
        KIT.checkpoint(Samples.checkpoint(key));
        assertThat(KIT.redis().pexpiretime(StoreKeys.account(key))).isEqualTo(leaves);
    }

    @Test
    void shouldWriteNothingWhenTheAccountIsAbsentOrDoesNotReadAsOne() {
        assertNothingWritten();
        KIT.seedAll(path, 100);
        KIT.edit(key, "granted", "1.5");
        assertNothingWritten();
        KIT.edit(key, "granted", "1");
        KIT.edit(key, "gen", "");
        assertNothingWritten();
        KIT.redis().set(StoreKeys.account(key), "text");
        assertNothingWritten();
    }

    @Test
    void shouldChangeNothingWhenTheOutboxCannotBeWritten() {
        KIT.seedAll(path, 100);
        var outbox = StoreKeys.outbox(StoreKeys.bucket(tenant));
        KIT.redis().set(outbox, "no stream");
        var before = KIT.dump(tenant);
        assertThat(RedisKit.failure(KIT.store().checkpoint(Samples.checkpoint(key))))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(KIT.dump(tenant)).isEqualTo(before);
        KIT.redis().del(outbox);
    }

    @Test
    void shouldRefuseAtOnceWhatIsNoCheckpointOfAnAccount() {
        assertRefused(Samples.refund("r1", path, 1).event());
        var unknown = Samples.checkpoint(key);
        Objects.requireNonNull(unknown.getCheckpointed()).setAccount(new AccountRef(Level.UNKNOWN, "-", "tokens", "-"));
        assertRefused(unknown);
        var foreign = Samples.checkpoint(key);
        foreign.setTenantId("{1}");
        assertRefused(foreign);
    }

    private static void assertRefused(QuotaEvent template) {
        assertThatThrownBy(() -> KIT.store().checkpoint(template)).isInstanceOf(IllegalArgumentException.class);
    }

    private void assertNothingWritten() {
        var before = KIT.dump(tenant);
        assertThat(KIT.checkpoint(Samples.checkpoint(key))).isEmpty();
        assertThat(KIT.dump(tenant)).isEqualTo(before);
    }

    private List<Checkpointed> points() {
        return KIT.outbox(tenant).stream()
                .flatMap(event -> Optional.ofNullable(event.getCheckpointed()).stream())
                .toList();
    }

    private static List<StoreStamp> stamps(List<QuotaEvent> events) {
        return events.stream()
                .flatMap(CheckpointScriptIT::legs)
                .map(Leg::getStamp)
                .toList();
    }

    private static Stream<Leg> legs(QuotaEvent event) {
        var prepaid = event.getPrepaid();
        var settled = event.getSettled();
        return prepaid != null
                ? prepaid.getLegs().stream()
                : settled != null ? settled.getLegs().stream() : Stream.empty();
    }
}
