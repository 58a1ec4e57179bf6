package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How much is asked of Redis. */
final class GateTest {
    @Test
    void shouldLetInNoMoreCallsAtATimeThanStated() {
        var gate = new Gate(2, Duration.ofHours(1));
        assertThat(gate.tryEnter()).isTrue();
        assertThat(gate.tryEnter()).isTrue();
        assertThat(gate.tryEnter()).isFalse();
        gate.leave(false);
        assertThat(gate.tryEnter()).isTrue();
    }

    @Test
    void shouldLetInAProbeOnlyWhenNothingAnswersAnyMore() {
        var gate = new Gate(100, Duration.ofHours(1));
        for (int i = 0; i < Gate.HANGS_AFTER; i++) {
            assertThat(gate.tryEnter()).isTrue();
            gate.leave(true);
        }
        assertThat(gate.tryEnter()).as("the probe").isTrue();
        assertThat(gate.tryEnter()).as("a second one within the interval").isFalse();
        gate.leave(false);
        assertThat(gate.tryEnter()).as("after an answer").isTrue();
    }
}
