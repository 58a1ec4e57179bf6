package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.GrantActivated;
import io.quotaledger.schemas.avro.GrantExpired;
import io.quotaledger.schemas.avro.GrantIssued;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.streamstopology.ledger.LiveGrant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants of a wallet: their order, their debt and their end. */
class GrantsTest {
    private static final Instant IN_A_DAY = Fixture.START.plus(Duration.ofDays(1));
    private static final Instant IN_A_WEEK = Fixture.START.plus(Duration.ofDays(7));

    private final Fixture fixture = new Fixture();
    private final MemoryLedger ledger = new MemoryLedger();

    @BeforeEach
    void open() {
        fixture.opening().stream().limit(3).forEach(ledger::apply);
    }

    @Test
    void shouldBurnByPriorityThenExpiryThenIssue() {
        grant("never", 10, 0, null);
        grant("week", 10, 0, IN_A_WEEK);
        grant("later", 10, 5, IN_A_DAY);
        grant("first", 10, -1, null);
        grant("day", 10, 0, IN_A_DAY);
        grant("day2", 10, 0, IN_A_DAY);

        assertThat(live()).containsExactly("first 10", "day 10", "day2 10", "week 10", "never 10", "later 10");
        consume("r1", 35);

        assertThat(live()).containsExactly("week 5", "never 10", "later 10");
    }

    @Test
    void shouldExpireWhatIsLeft() {
        grant("day", 100, 0, IN_A_DAY);
        grant("never", 100, 0, null);
        consume("r1", 30);

        expire("day");

        var balance = ledger.account(Fixture.ORG).balance();
        assertThat(balance.expired()).isEqualTo(70);
        assertThat(balance.available()).isEqualTo(100);
        assertThat(live()).containsExactly("never 100");
        expire("day");
        assertThat(ledger.account(Fixture.ORG).balance()).isEqualTo(balance);
    }

    @Test
    void shouldLetOpenReservationsUseAnExpiredGrantAndExpireWhatTheyReturn() {
        grant("day", 100, 0, IN_A_DAY);
        ledger.apply(fixture.prepaid("r1", 60, null));
        ledger.apply(fixture.prepaid("r2", 30, null));

        expire("day");
        assertThat(ledger.account(Fixture.ORG).balance().expired()).isEqualTo(10);
        assertThat(ledger.account(Fixture.ORG).balance().available()).isZero();
        ledger.apply(fixture.settled("r1", 60, 40, null));
        assertThat(ledger.account(Fixture.ORG).balance().expired()).isEqualTo(30);
        ledger.apply(fixture.refunded("r2", 30, null));

        var balance = ledger.account(Fixture.ORG).balance();
        assertThat(balance.expired()).isEqualTo(60);
        assertThat(balance.consumed()).isEqualTo(40);
        assertThat(balance.available()).isZero();
        assertThat(live()).isEmpty();
    }

    @Test
    void shouldPayADebtFromTheNextGrant() {
        grant("small", 10, 0, null);
        consume("r1", 25);
        assertThat(ledger.account(Fixture.ORG).balance().available()).isEqualTo(-15);

        grant("more", 10, 0, IN_A_DAY);
        assertThat(live()).isEmpty();
        grant("enough", 100, 0, IN_A_WEEK);

        assertThat(live()).containsExactly("enough 95");
        expire("more");
        expire("enough");
        var balance = ledger.account(Fixture.ORG).balance();
        assertThat(balance.expired()).isEqualTo(95);
        assertThat(balance.available()).isZero();
    }

    @Test
    void shouldHoldAGrantBackUntilItIsEffective() {
        ledger.apply(fixture.grant("later", 50, IN_A_DAY, IN_A_WEEK));
        assertThat(ledger.account(Fixture.ORG).balance().issued()).isZero();

        activate("later");
        activate("later");

        assertThat(ledger.account(Fixture.ORG).balance().issued()).isEqualTo(50);
        assertThat(live()).containsExactly("later 50");
    }

    @Test
    void shouldNeverActivateAGrantThatExpiredFirst() {
        ledger.apply(fixture.grant("later", 50, IN_A_DAY, IN_A_WEEK));

        expire("later");
        activate("later");

        assertThat(ledger.account(Fixture.ORG).balance().issued()).isZero();
    }

    private void grant(String id, long amount, int priority, @Nullable Instant expiresAt) {
        ledger.apply(fixture.event(e ->
                e.setGrantIssued(new GrantIssued(id, Level.ORG, "-", "tokens", amount, priority, null, expiresAt))));
    }

    private void consume(String reservation, long amount) {
        ledger.apply(fixture.prepaid(reservation, amount, null));
        ledger.apply(fixture.settled(reservation, amount, amount, null));
    }

    private void expire(String id) {
        QuotaEvent event = fixture.event(e -> e.setGrantExpired(new GrantExpired(id)));
        ledger.apply(event, IN_A_DAY);
    }

    private void activate(String id) {
        ledger.apply(fixture.event(e -> e.setGrantActivated(new GrantActivated(id))), IN_A_DAY);
    }

    private List<String> live() {
        return ledger.account(Fixture.ORG).grants().inBurnOrder().stream()
                .map((LiveGrant grant) -> grant.grantId() + " " + grant.remaining())
                .toList();
    }
}
