package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.streamstopology.ledger.Account;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.Entry;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.records.Accounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scenario tables against the domain. */
class ReservationScenarioTest {
    private final Fixture fixture = new Fixture();
    private final MemoryLedger ledger = new MemoryLedger();

    static Stream<ReservationScenario> scenarios() {
        return ReservationScenario.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void shouldEndAsTheTableSays(ReservationScenario scenario) {
        ledger.applyAll(fixture.opening());
        ledger.applyAll(fixture.seeds());

        var effects = new ArrayList<Effects>();
        scenario.build(fixture).forEach(event -> effects.add(ledger.apply(event)));

        for (var ref : Fixture.PATH) {
            var account = ledger.account(ref);
            assertThat(figures(account))
                    .as("%s", ref)
                    .containsExactly(scenario.reserved(), scenario.consumed(), scenario.refunded());
            assertThat(account.balance().available()).isEqualTo(1000 - scenario.reserved() - scenario.consumed());
            assertThat(corrections(effects, ref)).as("%s", ref).isEqualTo(scenario.corrections());
        }
        var reservation = ledger.reservation(ReservationScenario.RESERVATION);
        assertThat(reservation == null ? "-" : reservation.state().name()).isEqualTo(scenario.state());
        assertThat(effects.stream()
                        .map(Effects::entry)
                        .filter(Objects::nonNull)
                        .map(Entry::kind)
                        .map(Enum::name))
                .isEqualTo(scenario.entries());
        assertThat(effects.stream().map(Effects::outcome).filter(Objects::nonNull))
                .hasSize(scenario.conflicts())
                .allMatch(outcome -> outcome.code().word().equals("settlement_conflict"));
    }

    private static List<Long> figures(Account account) {
        var balance = account.balance();
        return List.of(balance.reserved(), balance.consumed(), balance.refunded());
    }

    private static List<String> corrections(List<Effects> effects, io.quotaledger.schemas.avro.AccountRef ref) {
        return effects.stream()
                .flatMap(effect -> effect.instructions().stream())
                .filter(instruction -> instruction.account().equals(Accounts.id(ref)))
                .map(StoreInstruction.Update.class::cast)
                .map(update -> update.delta().reserved() + "/" + update.delta().consumed())
                .toList();
    }
}
