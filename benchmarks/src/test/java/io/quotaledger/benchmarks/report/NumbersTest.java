package io.quotaledger.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.benchmarks.compare.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.06049, 0.0605",
        "0.5, 0.500",
        "7.6543, 7.65",
        "98.76, 98.8",
        "999.4, 999",
        "105778.3, '105,778'",
        "NaN, -"
    })
    void shouldShowThreeDigits(double number, String text) {
        assertThat(Numbers.text(number)).isEqualTo(text);
    }

    @Test
    void shouldSayWhichSideOfATargetIsGood() {
        assertThat(Target.atLeast(0.5)).hasToString("≥ 0.5");
        assertThat(Target.atMost(20)).hasToString("≤ 20");
        assertThat(Target.atMost(120)).hasToString("≤ 120");
    }
}
