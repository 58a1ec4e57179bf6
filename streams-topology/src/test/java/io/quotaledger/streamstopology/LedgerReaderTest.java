package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.avro.AccountBalance;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.streamstopology.query.JournalFilter;
import io.quotaledger.streamstopology.query.LedgerReader;
import io.quotaledger.streamstopology.query.StoreNotReadyException;
import io.quotaledger.streamstopology.query.TenantStores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The read side over the topology's stores. */
class LedgerReaderTest {
    private static final int CALLS = 25;

    private final Fixture fixture = new Fixture();
    private final TopologyKit kit = new TopologyKit();

    @BeforeEach
    void book() {
        kit.sendAll(fixture.opening());
        kit.sendAll(new Fixture("acme2").opening());
        for (int i = 0; i < CALLS; i++) {
            var time = Fixture.START.plusSeconds(i);
            kit.send(Fixture.at(fixture.prepaid("r" + i, 10, null), time), Fixture.START);
            kit.send(Fixture.at(fixture.settled("r" + i, 10, 4, null), time), Fixture.START);
        }
    }

    @AfterEach
    void close() {
        kit.close();
    }

    @Test
    void shouldListTheBalancesOfOneTenantOnly() {
        var balances = kit.reader().balances(Fixture.TENANT);

        assertThat(balances)
                .extracting(balance -> balance.getAccount().getLevel())
                .containsExactly(Level.APP, Level.KEY, Level.ORG);
        assertThat(balances).extracting(AccountBalance::getTenantId).containsOnly(Fixture.TENANT);
        assertThat(balances.get(2).getBalance().getConsumed()).isEqualTo(4 * CALLS);
        assertThat(balances.get(2).getNumber()).isEqualTo(1 + 2 * CALLS);
        assertThat(kit.reader().balances("nobody")).isEmpty();
    }

    @Test
    void shouldFindTenantScopesReservationsAndGrants() {
        var reader = kit.reader();

        assertThat(reader.tenant(Fixture.TENANT)).isPresent();
        assertThat(reader.scopes(Fixture.TENANT)).hasSize(3);
        assertThat(reader.scope(Fixture.TENANT, Level.KEY, "chat/k1")).isPresent();
        assertThat(reader.grant(Fixture.TENANT, "g1")).isPresent();
        var reservation = reader.reservation(Fixture.TENANT, "r3").orElseThrow();
        assertThat(reservation.getLegs()).hasSize(3).allMatch(leg -> leg.getHeld() == 10 && leg.getConsumed() == 4);
        assertThat(reservation.getOpenedAt()).isEqualTo(Fixture.START.plusSeconds(3));
        assertThat(reader.tenant("nobody")).isEmpty();
        assertThat(reader.reservation("nobody", "r3")).isEmpty();
    }

    @Test
    void shouldPageThroughTheWholeJournal() {
        var all = pages(JournalFilter.ALL, 7);

        assertThat(all).hasSize(1 + 2 * CALLS);
        assertThat(all).extracting(JournalEntry::getNumber).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldPageThroughTheHistoryOfAnAccountBetweenTwoTimes() {
        var from = Fixture.START.plusSeconds(5);
        var to = Fixture.START.plusSeconds(15);

        var all = pages(key("chat/k1", from, to), 3);

        assertThat(all).hasSize(20);
        assertThat(all).extracting(JournalEntry::getTime).isSorted().allMatch(time -> !time.isBefore(from));
        assertThat(all).extracting(JournalEntry::getTime).allMatch(time -> time.isBefore(to));
        assertThat(pages(key("chat/k2", null, null), 3)).isEmpty();
        assertThat(pages(key("chat/k1", to, from), 3)).isEmpty();
    }

    @Test
    void shouldFilterByPartOfAnAccount() {
        assertThat(pages(new JournalFilter(Level.KEY, null, null, null, null), 9))
                .hasSize(2 * CALLS);
        assertThat(pages(new JournalFilter(null, null, "usd", null, null), 9)).isEmpty();
        assertThat(pages(new JournalFilter(null, "-", "tokens", null, null), 9)).hasSize(1 + 2 * CALLS);
    }

    @Test
    void shouldKeepACursorValidWhenEntriesAreAddedMeanwhile() {
        var filter = key("chat/k1", null, null);
        var first = kit.reader().journal(Fixture.TENANT, filter, Optional.empty(), 2 * CALLS - 1);
        kit.send(Fixture.at(fixture.prepaid("later", 1, null), Fixture.START.plusSeconds(99)), Fixture.START);

        var second = kit.reader().journal(Fixture.TENANT, filter, first.next(), 10);

        assertThat(second.entries()).hasSize(2);
        assertThat(second.entries().get(1).getReservationId()).isEqualTo("later");
        assertThat(second.next()).isEmpty();
    }

    @Test
    void shouldRefuseACursorOfAnotherKindAndLimitsOutOfRange() {
        var reader = kit.reader();

        for (var cursor : List.of("", "x", "1|2", "9".repeat(19) + "|", "acme2|", "~")) {
            assertThatThrownBy(() -> reader.journal(Fixture.TENANT, JournalFilter.ALL, Optional.of(cursor), 1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (var limit : List.of(0, -1, 1_001)) {
            assertThatThrownBy(() -> reader.journal(Fixture.TENANT, JournalFilter.ALL, Optional.empty(), limit))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldSayThatAStoreIsNotReadyInsteadOfAnsweringNothing() {
        var reader = new LedgerReader(new TenantStores() {
            @Override
            public <V> ReadOnlyKeyValueStore<String, V> store(String name, String tenantId) {
                throw new InvalidStateStoreException("moved");
            }
        });

        assertThatThrownBy(() -> reader.balances(Fixture.TENANT)).isInstanceOf(StoreNotReadyException.class);
        assertThatThrownBy(() -> reader.tenant(Fixture.TENANT)).isInstanceOf(StoreNotReadyException.class);
        assertThatThrownBy(() -> reader.journal(Fixture.TENANT, JournalFilter.ALL, Optional.empty(), 1))
                .isInstanceOf(StoreNotReadyException.class);
    }

    private List<JournalEntry> pages(JournalFilter filter, int limit) {
        var all = new ArrayList<JournalEntry>();
        var cursor = Optional.<String>empty();
        do {
            var page = kit.reader().journal(Fixture.TENANT, filter, cursor, limit);
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(page.entries());
            cursor = page.next();
        } while (cursor.isPresent());
        return all;
    }

    private static JournalFilter key(String scope, @Nullable Instant from, @Nullable Instant to) {
        return new JournalFilter(Level.KEY, scope, "tokens", from, to);
    }
}
