package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AppOpened;
import io.quotaledger.schemas.avro.GrantIssued;
import io.quotaledger.schemas.avro.KeyIssued;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PlanLimit;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.TenantOpened;
import io.quotaledger.streamstopology.ledger.ConfigChange;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.OutcomeCode;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands against the domain: what each changes, and which rule refuses it. */
class CommandsTest {
    private static final long MAX = (1L << 53) - 1;

    private final Fixture fixture = new Fixture();
    private final MemoryLedger ledger = new MemoryLedger();

    @BeforeEach
    void open() {
        ledger.applyAll(fixture.opening());
    }

    @Test
    void shouldOpenWalletsWithTheirTenantAndTellGatewaysItsAccounts() {
        var fresh = new MemoryLedger();
        var opening = new Fixture().opening();

        var tenant = fresh.apply(opening.get(0));
        fresh.apply(opening.get(1));
        var key = fresh.apply(opening.get(2));

        assertThat(fresh.account(Fixture.ORG).balance().available()).isZero();
        assertThat(tenant.entry()).isNull();
        assertThat(tenant.configChanges()).singleElement().isInstanceOf(ConfigChange.OfTenant.class);
        assertThat(key.configChanges()).singleElement().satisfies(change -> {
            assertThat(change).isInstanceOf(ConfigChange.OfKey.class);
            assertThat(change.accounts()).singleElement().satisfies(account -> {
                assertThat(account.period()).isEqualTo(io.quotaledger.streamstopology.ledger.PeriodKind.DAY);
                assertThat(account.limit()).isEqualTo(1000);
            });
        });
    }

    @Test
    void shouldRefuseWhatExistsAlready() {
        var opening = fixture.opening();

        assertThat(code(opening.get(0))).isEqualTo(OutcomeCode.TENANT_EXISTS);
        assertThat(code(opening.get(1))).isEqualTo(OutcomeCode.APP_EXISTS);
        assertThat(code(opening.get(2))).isEqualTo(OutcomeCode.KEY_EXISTS);
        assertThat(code(opening.get(3))).isEqualTo(OutcomeCode.GRANT_EXISTS);
    }

    @Test
    void shouldRefuseWhatDoesNotExist() {
        var nobody = new MemoryLedger();
        fixture.opening().stream().skip(1).forEach(event -> assertThat(answer(nobody.apply(event)))
                .isEqualTo(OutcomeCode.UNKNOWN_TENANT));
        assertThat(code(fixture.event(e -> e.setKeyIssued(new KeyIssued("other", "k1", "cd".repeat(32))))))
                .isEqualTo(OutcomeCode.UNKNOWN_APP);
        assertThat(code(fixture.limit(Level.KEY, "chat/k2", PeriodKind.DAY, 1L)))
                .isEqualTo(OutcomeCode.UNKNOWN_SCOPE);
        assertThat(code(grant(Level.APP, "chat", "tokens", 1))).isEqualTo(OutcomeCode.UNKNOWN_WALLET);
        assertThat(code(grant(Level.APP, "mail", "tokens", 1))).isEqualTo(OutcomeCode.UNKNOWN_SCOPE);
        assertThat(code(grant(Level.ORG, "-", "usd", 1))).isEqualTo(OutcomeCode.UNKNOWN_METER);
    }

    @Test
    void shouldRefuseAmountsOutOfRange() {
        for (var amount : List.of(0L, -1L, MAX + 1, Long.MAX_VALUE, Long.MIN_VALUE)) {
            assertThat(code(fixture.grant("x" + Math.abs(amount % 99), amount, null, null)))
                    .isEqualTo(OutcomeCode.AMOUNT_OUT_OF_RANGE);
        }
        assertThat(code(fixture.grant("x", MAX - 1000, null, null))).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(code(fixture.grant("y", 1, null, null))).isEqualTo(OutcomeCode.AMOUNT_OUT_OF_RANGE);
        assertThat(code(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, MAX + 1)))
                .isEqualTo(OutcomeCode.AMOUNT_OUT_OF_RANGE);
        assertThat(code(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, -1L)))
                .isEqualTo(OutcomeCode.AMOUNT_OUT_OF_RANGE);
        assertThat(ledger.account(Fixture.ORG).balance().issued()).isEqualTo(MAX);
    }

    @Test
    void shouldRefuseWrongZonesAndPlans() {
        var fresh = new MemoryLedger();
        var plan = Fixture.plan(1, null, null);

        assertThat(answer(fresh.apply(opened("Mars/Olympus", plan)))).isEqualTo(OutcomeCode.INVALID_TIMEZONE);
        assertThat(answer(fresh.apply(opened("UTC", with(plan)))))
                .as("without an account for the org")
                .isEqualTo(OutcomeCode.INVALID_PLAN);
        assertThat(answer(fresh.apply(opened("UTC", with(plan, wallet("tokens"), wallet("tokens"))))))
                .isEqualTo(OutcomeCode.INVALID_PLAN);
        assertThat(answer(fresh.apply(opened("UTC", with(plan, wallet("usd"))))))
                .isEqualTo(OutcomeCode.UNKNOWN_METER);
        assertThat(fresh.tenant()).isNull();
    }

    @Test
    void shouldRefuseAPathOfMoreThanEightAccounts() {
        assertThat(code(fixture.limit(Level.ORG, "-", PeriodKind.DAY, 1L))).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(code(fixture.limit(Level.ORG, "-", PeriodKind.WEEK, 1L))).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(code(fixture.limit(Level.APP, "chat", PeriodKind.DAY, 1L))).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(code(fixture.limit(Level.APP, "chat", PeriodKind.WEEK, 1L))).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(code(fixture.limit(Level.KEY, "chat/k1", PeriodKind.WEEK, 1L)))
                .isEqualTo(OutcomeCode.ACCEPTED);

        assertThat(code(fixture.limit(Level.KEY, "chat/k1", PeriodKind.MONTH, 1L)))
                .isEqualTo(OutcomeCode.PATH_TOO_LONG);
        assertThat(code(fixture.limit(Level.KEY, "chat/k1", PeriodKind.WEEK, 2L)))
                .as("replaces one that is there")
                .isEqualTo(OutcomeCode.ACCEPTED);
    }

    @Test
    void shouldChangeTheCurrentPeriodByTheDifferenceWhenALimitChanges() {
        ledger.applyAll(fixture.seeds());
        ledger.apply(fixture.prepaid("r1", 400, null));

        var raised = ledger.apply(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, 2500L));

        var balance = ledger.account(Fixture.KEY).balance();
        assertThat(balance.issued()).isEqualTo(2500);
        assertThat(balance.available()).isEqualTo(2100);
        assertThat(raised.instructions()).singleElement().satisfies(instruction -> {
            var update = (StoreInstruction.Update) instruction;
            assertThat(update.delta().granted()).isEqualTo(1500);
            assertThat(update.uncapped()).isNull();
        });
    }

    @Test
    void shouldRefuseALimitBelowWhatIsInUseAndSayBothFigures() {
        ledger.apply(fixture.prepaid("r1", 400, null));
        ledger.apply(fixture.prepaid("r2", 300, null));
        ledger.apply(fixture.settled("r2", 300, 300, null));

        var refused = ledger.apply(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, 699L));
        var accepted = ledger.apply(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, 700L));

        assertThat(Objects.requireNonNull(refused.outcome()).code()).isEqualTo(OutcomeCode.LIMIT_BELOW_USE);
        assertThat(refused.outcome().detail()).contains("699").contains("700");
        assertThat(answer(accepted)).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(ledger.account(Fixture.KEY).balance().available()).isZero();
    }

    @Test
    void shouldTakeTheCapOffABudgetAndPutItOnAgain() {
        ledger.applyAll(fixture.seeds());
        ledger.apply(fixture.prepaid("r1", 400, null));

        var off = ledger.apply(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, null));
        assertThat(ledger.account(Fixture.KEY).uncapped()).isTrue();
        assertThat(ledger.account(Fixture.KEY).balance().issued()).isZero();
        var on = ledger.apply(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, 500L));

        assertThat(ledger.account(Fixture.KEY).balance().available()).isEqualTo(100);
        assertThat(List.of(update(off).delta().granted(), update(on).delta().granted()))
                .containsExactly(-1000L, 500L);
        assertThat(List.of(
                        Objects.requireNonNull(update(off).uncapped()),
                        Objects.requireNonNull(update(on).uncapped())))
                .containsExactly(true, false);
    }

    @Test
    void shouldChangeTheNextPeriodAsWellWhenItIsOpenAlready() {
        var tomorrow = new io.quotaledger.schemas.avro.AccountRef(Level.KEY, "chat/k1", "tokens", "2026-12-01");
        ledger.apply(fixture.absent(tomorrow));

        ledger.apply(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, 1234L));

        assertThat(ledger.account(tomorrow).balance().issued()).isEqualTo(1234);
        assertThat(ledger.account(Fixture.KEY).balance().issued()).isEqualTo(1234);
    }

    @Test
    void shouldRefuseALimitForAWallet() {
        assertThat(code(fixture.limit(Level.ORG, "-", PeriodKind.NONE, 5L))).isEqualTo(OutcomeCode.INVALID_PERIOD);
    }

    @Test
    void shouldApplyANewPlanToEveryScopeButNotBelowWhatIsInUse() {
        ledger.applyAll(fixture.seeds());
        ledger.apply(fixture.prepaid("r1", 400, null));

        var effects = ledger.apply(fixture.plan(Fixture.plan(2, 5000L, 100L)));

        assertThat(answer(effects)).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(effects.configChanges()).hasSize(3);
        assertThat(ledger.account(Fixture.APP).balance().issued()).isEqualTo(5000);
        assertThat(ledger.account(Fixture.KEY).balance().issued()).isEqualTo(400);
        assertThat(code(fixture.plan(Fixture.plan(1, 5000L, 100L)))).isEqualTo(OutcomeCode.STALE_PLAN);
        assertThat(ledger.apply(fixture.plan(Fixture.plan(2, 5000L, 100L))).entry())
                .isNull();
    }

    @Test
    void shouldKeepALimitOfItsOwnWhenThePlanChanges() {
        ledger.apply(fixture.limit(Level.KEY, "chat/k1", PeriodKind.DAY, 777L));

        ledger.apply(fixture.plan(Fixture.plan(2, 5000L, 100L)));

        assertThat(ledger.account(Fixture.KEY).balance().issued()).isEqualTo(777);
    }

    @Test
    void shouldAnswerARepeatAsBeforeAndChangeNothing() {
        var grant = fixture.grant("g2", 50, null, null);
        var refused = fixture.grant("g2", 50, null, null);
        ledger.apply(grant);
        ledger.apply(refused);

        var again = ledger.apply(grant);

        assertThat(answer(again)).isEqualTo(OutcomeCode.ACCEPTED);
        assertThat(again.entry()).isNull();
        assertThat(answer(ledger.apply(refused))).isEqualTo(OutcomeCode.GRANT_EXISTS);
        assertThat(ledger.account(Fixture.ORG).balance().issued()).isEqualTo(1050);
    }

    @Test
    void shouldRefuseAnIdThatWasUsedForAnotherContent() {
        var first = fixture.event(e -> e.setAppOpened(new AppOpened("mail", "Mail")));
        var second = QuotaEvent.newBuilder(first)
                .setAppOpened(new AppOpened("mail2", "Mail"))
                .build();
        ledger.apply(first);

        assertThat(code(second)).isEqualTo(OutcomeCode.EVENT_ID_REUSED);
        assertThat(ledger.scope(io.quotaledger.streamstopology.ledger.Level.APP, "mail2"))
                .isNull();
    }

    @Test
    void shouldRefuseAGrantThatExpiresBeforeItCanBeUsed() {
        var start = Fixture.START;

        assertThat(code(fixture.grant("a", 1, null, start))).isEqualTo(OutcomeCode.EXPIRY_IN_PAST);
        assertThat(code(fixture.grant("b", 1, start.plusSeconds(9), start.plusSeconds(9))))
                .isEqualTo(OutcomeCode.EXPIRY_IN_PAST);
        assertThat(code(fixture.grant("c", 1, start.plusSeconds(9), start.plusSeconds(10))))
                .isEqualTo(OutcomeCode.ACCEPTED);
    }

    @Test
    void shouldOpenOneAccountAPeriodAcrossAChangeOfMonth() {
        var late = Fixture.START.plus(Duration.ofHours(16));
        var next = new io.quotaledger.schemas.avro.AccountRef(Level.APP, "chat", "tokens", "2026-12");
        ledger.apply(Fixture.at(fixture.absent(next), late));

        assertThat(ledger.account(next).balance().issued()).isEqualTo(1000);
        assertThat(ledger.account(next).endsAt()).isEqualTo("2027-01-01T00:00:00Z");
    }

    private OutcomeCode code(QuotaEvent event) {
        return answer(ledger.apply(event));
    }

    private static OutcomeCode answer(Effects effects) {
        return Objects.requireNonNull(effects.outcome()).code();
    }

    private static StoreInstruction.Update update(Effects effects) {
        return (StoreInstruction.Update) effects.instructions().get(0);
    }

    private QuotaEvent grant(Level level, String scope, String meter, long amount) {
        return fixture.event(
                e -> e.setGrantIssued(new GrantIssued("other", level, scope, meter, amount, 0, null, null)));
    }

    private QuotaEvent opened(String zone, Plan plan) {
        return fixture.event(e -> e.setTenantOpened(new TenantOpened("Acme", zone, plan)));
    }

    private static Plan with(Plan plan, AccountLimit... org) {
        var limits = new ArrayList<PlanLimit>();
        IntStream.range(0, org.length).forEach(i -> limits.add(new PlanLimit(Level.ORG, org[i])));
        return Plan.newBuilder(plan).setLimits(limits).build();
    }

    private static AccountLimit wallet(String meter) {
        return new AccountLimit(meter, PeriodKind.NONE, null);
    }
}
