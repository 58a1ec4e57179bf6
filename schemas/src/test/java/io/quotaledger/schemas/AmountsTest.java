package io.quotaledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9_007_199_254_740_991L})
    void shouldTakeAnAmountWhenADoubleHoldsItExactly(long amount) {
        assertThat(Amounts.require("amount", amount)).isEqualTo(amount);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 9_007_199_254_740_992L, Long.MAX_VALUE})
    void shouldRefuseAnAmountWhenItIsOutOfRange(long amount) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Amounts.require("amount", amount))
                .withMessage("amount must be from 0 to 9007199254740991, was " + amount);
    }

    @Test
    void shouldEndWhereDoublesBeginToRound() {
        assertThat((long) (double) Amounts.MAX).isEqualTo(Amounts.MAX);
        assertThat((double) (Amounts.MAX + 1)).isEqualTo((double) (Amounts.MAX + 2));
    }
}
