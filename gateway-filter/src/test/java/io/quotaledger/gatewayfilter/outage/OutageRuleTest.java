package io.quotaledger.gatewayfilter.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.gatewayfilter.outage.OutageRule.Policy;
import io.quotaledger.schemas.avro.OutagePolicy;
import io.quotaledger.schemas.avro.OutageSettings;
import org.junit.jupiter.api.Test;

class OutageRuleTest {
    private static final OutageRule OPEN = new OutageRule(Policy.OPEN, 0);

    @Test
    void shouldBeTheGatewaysIfNeitherRouteNorPlanSaysAnything() {
        assertThat(OutageRule.of(OPEN, null, null)).isEqualTo(OPEN);
    }

    @Test
    void shouldBeTheStricterOfRouteAndPlan() {
        assertThat(OutageRule.of(OutageRule.CLOSED, OPEN, null)).isEqualTo(OPEN);
        assertThat(OutageRule.of(OutageRule.CLOSED, null, plan(OutagePolicy.OPEN, 0))
                        .policy())
                .isEqualTo(Policy.OPEN);
        assertThat(OutageRule.of(OPEN, OPEN, plan(OutagePolicy.BOUNDED, 5))).isEqualTo(bounded(5));
        assertThat(OutageRule.of(OPEN, bounded(20), plan(OutagePolicy.BOUNDED, 5)))
                .isEqualTo(bounded(5));
        assertThat(OutageRule.of(OPEN, bounded(5), plan(OutagePolicy.BOUNDED, 20)))
                .isEqualTo(bounded(5));
        assertThat(OutageRule.of(OPEN, OutageRule.CLOSED, plan(OutagePolicy.BOUNDED, 20)))
                .isEqualTo(OutageRule.CLOSED);
    }

    @Test
    void shouldRefuseByAPlanThatOnlyALaterVersionUnderstands() {
        assertThat(OutageRule.of(OPEN, OPEN, plan(OutagePolicy.UNKNOWN, 0))).isEqualTo(OutageRule.CLOSED);
    }

    @Test
    void shouldTakeNoShareThatMeansNothing() {
        assertThatThrownBy(() -> bounded(0)).hasMessageContaining("1 to 100 percent, not 0");
        assertThatThrownBy(() -> bounded(101)).hasMessageContaining("1 to 100 percent, not 101");
    }

    private static OutageRule bounded(int share) {
        return new OutageRule(Policy.BOUNDED, share);
    }

    private static OutageSettings plan(OutagePolicy policy, int share) {
        return new OutageSettings(policy, share);
    }
}
