package io.quotaledger.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.benchmarks.load.Operation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Effort TWO_ROUNDS = new Effort(2, 0.5);
    private static final long SECOND = 1_000_000_000L;

    private final List<String> events = new ArrayList<>();

    @Test
    void shouldTakeTurnsAfterAWarmUp() {
        compare(List.of(1L, 1L, 1L, 1L), List.of(1L, 1L, 1L, 1L));

        assertThat(events)
                .containsExactly(
                        "A reset", "A 50", "B reset", "B 50", "A reset", "A 50", "B reset", "B 50", "A reset", "A 50",
                        "B reset", "B 50", "A reset", "A 50", "B reset", "B 50", "A reset", "A 50", "B reset", "B 50");
    }

    @Test
    void shouldDivideTheMedians() {
        var finding = compare(List.of(100L, 100L, 90L, 110L), List.of(10L, 300L, 200L, 400L));

        assertThat(finding.value()).isEqualTo(2.5);
        assertThat(finding.doubt()).isEmpty();
        assertThat(finding.verdict()).isEqualTo("met");
    }

    @Test
    void shouldRefuseARunInWhichTheReferenceChanged() {
        var finding = compare(List.of(100L, 126L, 100L, 126L), List.of(300L, 300L, 300L, 300L));

        assertThat(finding.verdict()).isEqualTo("refused");
        assertThat(finding.doubt())
                .hasValueSatisfying(doubt -> assertThat(doubt).contains("26 %"));
    }

    @Test
    void shouldAcceptAQuarter() {
        assertThat(compare(List.of(100L, 125L, 100L, 125L), List.of(1L, 1L, 1L, 1L))
                        .verdict())
                .isEqualTo("missed");
    }

    @Test
    void shouldHoldAFigureAgainstItsTargetAlone() {
        var times = new Series("ours", List.of(3.0, 5.0, 4.5));

        assertThat(Finding.alone("R0", "time", "s", times, Target.atMost(4)).verdict())
                .isEqualTo("missed");
        assertThat(Finding.alone("R0", "time", "s", times, Target.atMost(5)).verdict())
                .isEqualTo("met");
        var printed = Finding.alone("R0", "time", "s", times, Target.none());
        assertThat(printed.value()).isEqualTo(4.5);
        assertThat(printed.reference().median()).isNaN();
        assertThat(printed.verdict()).isEmpty();
        assertThat(printed.target()).hasToString("");
    }

    /** Rates of the runs after the warm-up. */
    private Finding compare(List<Long> reference, List<Long> ours) {
        var rates = new ArrayList<Long>(List.of(1L, 1L));
        for (int i = 0; i < reference.size(); i++) {
            rates.add(reference.get(i));
            rates.add(ours.get(i));
        }
        Iterator<Long> next = rates.iterator();
        var comparison = new Comparison(
                new Named("A"),
                new Named("B"),
                (operation, count) -> {
                    operation.start(count).toCompletableFuture().join();
                    long rate = next.next();
                    return new LoadResult(rate, SECOND, new Histogram(3));
                },
                100);
        return comparison.run(TWO_ROUNDS).find("R0", "B / A", "1/s", LoadResult::perSecond, Target.atLeast(2));
    }

    private final class Named implements Side {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void reset() {
            events.add(name + " reset");
        }

        @Override
        public Operation operation() {
            return number -> {
                events.add(name + " " + number);
                return CompletableFuture.completedFuture(null);
            };
        }
    }
}
