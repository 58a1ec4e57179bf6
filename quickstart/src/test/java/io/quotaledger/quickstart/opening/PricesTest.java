package io.quotaledger.quickstart.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quickstart.model.Tokens;
import org.junit.jupiter.api.Test;

class PricesTest {
    @Test
    void shouldPriceCachedTokensForWhatTheyAreWhenThereAreSome() {
        // 220 x 2.50 + 1280 x 1.25 + 40 x 10.00 usd per million = 550 + 1600 + 400 millionths of a usd.
        assertThat(Prices.charge("tide-large", new Tokens(1500, 1280, 40))).isEqualTo(2550);
    }

    @Test
    void shouldRoundUpOnceWhenTheChargeIsNotWhole() {
        // 1 x 0.15 + 1 x 0.60 = 0.75; rounded each by itself it would be 2.
        assertThat(Prices.charge("tide-mini", new Tokens(1, 0, 1))).isEqualTo(1);
        assertThat(Prices.charge("tide-mini", new Tokens(3, 0, 1))).isEqualTo(2);
    }

    @Test
    void shouldCountTokensAndCallsWhenTheMeterDoes() {
        assertThat(Charges.of("tokens", "any", new Tokens(1500, 1280, 40))).isEqualTo(1540);
        assertThat(Charges.of("calls", "any", new Tokens(0, 0, 0))).isEqualTo(1);
    }
}
