package io.quotaledger.quickstart.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceCheckTest {
    @Test
    void shouldFindNothingWhenTheAdmittedCallsWereChargedToTheToken() {
        assertThat(new TraceCheck(3, 100, 20, 2, 90, 2, 90).mismatches()).isEmpty();
    }

    @Test
    void shouldSayWhatDiffersWhenACallOrATokenIsMissing() {
        assertThat(new TraceCheck(3, 100, 20, 2, 90, 1, 89).mismatches())
                .extracting(Mismatch::toString)
                .containsExactly(
                        "trace: 2 calls were admitted, 1 settled",
                        "trace: its admitted calls have 90 tokens, 89 were charged");
    }
}
