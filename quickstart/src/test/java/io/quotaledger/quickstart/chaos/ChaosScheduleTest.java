package io.quotaledger.quickstart.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosScheduleTest {
    @Test
    void shouldBeTheSameWhenTheSeedIsTheSame() {
        assertThat(ChaosSchedule.of(7, 4)).isEqualTo(ChaosSchedule.of(7, 4));
        assertThat(ChaosSchedule.of(7, 4).faults())
                .isNotEqualTo(ChaosSchedule.of(8, 4).faults());
    }

    @ParameterizedTest
    @ValueSource(longs = {-20, 1, 4_711})
    void shouldHaveEachKindTwiceInTwentySeedsInARow(long first) {
        var counts = LongStream.range(first, first + 20)
                .mapToObj(seed -> ChaosSchedule.of(seed, 2))
                .map(ChaosSchedule::faults)
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(Fault::kind, Collectors.counting()));

        assertThat(counts).hasSize(FaultKind.values().length);
        assertThat(counts.values()).allMatch(count -> count >= 2);
    }

    @Test
    void shouldSayInWordsWhatHappens() {
        assertThat(ChaosSchedule.of(3, 4)).asString().startsWith("seed 3: +").contains("; +", " s ");
    }
}
