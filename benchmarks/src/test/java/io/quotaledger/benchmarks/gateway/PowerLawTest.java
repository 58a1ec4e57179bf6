package io.quotaledger.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PowerLawTest {
    @Test
    void shouldGiveTheTenLargestOfTheFieldSixtyPerCent() {
        var law = new PowerLaw(FloodRow.TENANTS, FloodRow.EXPONENT);
        var random = new SplittableRandom(1);

        long ofTheLargest =
                IntStream.range(0, 100_000).filter(i -> law.next(random) < 10).count();

        assertThat(ofTheLargest / 100_000.0).isCloseTo(0.6, within(0.01));
    }

    @Test
    void shouldChooseEachOne() {
        var law = new PowerLaw(20, 1);
        var random = new SplittableRandom(1);

        assertThat(IntStream.range(0, 10_000).map(i -> law.next(random)).distinct())
                .hasSize(20)
                .allMatch(chosen -> chosen >= 0 && chosen < 20);
    }
}
