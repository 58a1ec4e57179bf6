package io.quotaledger.gatewayfilter.outage;

import io.quotaledger.schemas.avro.OutagePolicy;
import io.quotaledger.schemas.avro.OutageSettings;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a call that the quota store cannot decide on.
 *
 * @param policy what
 * @param sharePercent for {@link Policy#BOUNDED}: percent of the last known balance of each account that this gateway may admit, 1 to
 *     100; of no meaning else
 */
public record OutageRule(Policy policy, int sharePercent) {
    /** Refused. */
    public static final OutageRule CLOSED = new OutageRule(Policy.CLOSED, 0);

    /** What becomes of a call, the strictest first. */
    public enum Policy {
        /** It is refused with 503 and Retry-After. */
        CLOSED,
        /** It is admitted up to a share of the balance that this gateway saw last, then refused. */
        BOUNDED,
        /** It is admitted. */
        OPEN
    }

    /**
     * Checks the share.
     *
     * @throws IllegalArgumentException if it is not 1 to 100 where it has a meaning
     */
    public OutageRule {
        if (policy == Policy.BOUNDED && (sharePercent < 1 || sharePercent > 100)) {
            throw new IllegalArgumentException("the share must be from 1 to 100 percent, not " + sharePercent);
        }
    }

    /** The stricter of what the route and the plan say; if neither says anything, the gateway's own. */
    public static OutageRule of(OutageRule gateway, @Nullable OutageRule route, @Nullable OutageSettings plan) {
        return Stream.of(route, plan == null ? null : of(plan))
                .filter(rule -> rule != null)
                .reduce(OutageRule::stricter)
                .orElse(gateway);
    }

    private static OutageRule of(OutageSettings plan) {
        if (plan.getPolicy() == OutagePolicy.OPEN) {
            return new OutageRule(Policy.OPEN, 0);
        }
        return plan.getPolicy() == OutagePolicy.BOUNDED
                ? new OutageRule(Policy.BOUNDED, plan.getSharePercent())
                : CLOSED; // Also what only a later version understands.
    }

    private OutageRule stricter(OutageRule other) {
        if (policy != other.policy) {
            return policy.compareTo(other.policy) < 0 ? this : other;
        }
        return sharePercent <= other.sharePercent ? this : other;
    }
}
