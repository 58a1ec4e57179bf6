package io.quotaledger.quotastore;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reservation table that the ledger is held to, as seen from Redis: the scripts run what reached Redis, then come
 * the ledger's corrections, and both must end at the same balance. Events that the ledger meets in another order were
 * made by Redis prepay first. Where the table has an event that the scripts never make (a second prepay or settlement
 * while the receipt is there), they answer from the receipt, and nothing is left to correct.
 */
final class ReservationScenarioIT {
    private static final long GRANTED = 1_000;

    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);

    /** One event: P, S, R or X, its amount, and whether Redis saw it, or saw it once more. */
    record Step(char kind, long amount, boolean unseen, boolean repeated) {
        static Step of(String text) {
            var digits = text.replaceAll("\\D", "");
            return new Step(
                    text.charAt(0),
                    digits.isEmpty() ? 0 : Long.parseLong(digits),
                    text.endsWith("'"),
                    text.endsWith("="));
        }

        boolean isPrepay() {
            return kind == 'P';
        }
    }

    record Scenario(String name, List<Step> steps, long reserved, long consumed, List<long[]> corrections) {
        static Scenario of(String line) {
            var cells = line.split(";", -1);
            return new Scenario(
                    cells[0],
                    words(cells[1])
                            .map(Step::of)
                            .sorted(comparing(step -> !step.isPrepay()))
                            .toList(),
                    Long.parseLong(cells[2]),
                    Long.parseLong(cells[3]),
                    words(cells[7])
                            .map(word -> Arrays.stream(word.split("/", -1))
                                    .mapToLong(Long::parseLong)
                                    .toArray())
                            .toList());
        }

        long held() {
            return steps.stream()
                    .filter(Step::isPrepay)
                    .mapToLong(Step::amount)
                    .findFirst()
                    .orElse(100);
        }

        private static Stream<String> words(String cell) {
            return Arrays.stream(cell.split(" ", -1)).filter(word -> !word.isEmpty());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Scenario> scenarios() throws IOException {
        var file = ReservationScenarioIT.class.getResourceAsStream("/scenarios/reservations.csv");
        try (var in = Objects.requireNonNull(file, "scenarios/reservations.csv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.startsWith("name;") && !line.isBlank())
                    .map(Scenario::of)
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void shouldEndAtTheLedgersBalance(Scenario scenario) {
        KIT.seedAll(path, GRANTED);
        boolean allMade = true;
        for (var step : scenario.steps()) {
            allMade &= run(step, scenario.held());
        }
        long number = 1;
        for (var correction : allMade ? scenario.corrections() : List.<long[]>of()) {
            for (var key : path) {
                KIT.apply(Samples.update(key, 1, number, 0, correction[0], correction[1]));
            }
            number++;
        }
        for (var key : path) {
            assertThat(KIT.account(key).balance())
                    .isEqualTo(new StoredBalance(key, GRANTED, scenario.reserved(), scenario.consumed(), null, false));
        }
    }

    /** Whether the scripts made the event of the step. */
    private boolean run(Step step, long held) {
        if (step.kind() == 'X') {
            return true;
        }
        if (step.repeated()) {
            assertThat(isMade(step, held)).isFalse();
            return true;
        }
        if (!step.unseen()) {
            return isMade(step, held);
        }
        if (!step.isPrepay()) {
            KIT.redis().del(StoreKeys.receipt(tenant, "r1"));
            assertThat(((CloseResult.Closed) KIT.close(closing(step, held))).receiptFound())
                    .isFalse();
        }
        return true;
    }

    private boolean isMade(Step step, long held) {
        return step.isPrepay()
                ? KIT.admit(Samples.admission("r1", path, held)) instanceof AdmitResult.Admitted
                : KIT.close(closing(step, held)) instanceof CloseResult.Closed;
    }

    private Closing closing(Step step, long held) {
        return step.kind() == 'S'
                ? Samples.settlement("r1", path, held, step.amount())
                : Samples.refund("r1", path, held);
    }
}
