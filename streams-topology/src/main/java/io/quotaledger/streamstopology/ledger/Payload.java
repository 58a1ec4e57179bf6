package io.quotaledger.streamstopology.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an event says. Constructors refuse what no well-formed event can say. */
public sealed interface Payload {
    /** From a gateway, about one reservation and the accounts of its path. */
    sealed interface OfGateway extends Payload {
        /** The reservation. */
        String reservationId();

        /** Accounts of the path, each once, 1 to 8. */
        List<Leg> legs();

        /** The call. */
        Call call();
    }

    /** A request that the fold accepts or refuses, answered with an outcome. */
    sealed interface Command extends Payload {}

    /** A reservation was made; it lives for {@code hold} from the event's time. */
    record Prepaid(String reservationId, List<Leg> legs, Duration hold, Call call) implements OfGateway {
        public Prepaid {
            legs = path(legs);
            if (hold.isNegative() || hold.isZero()) {
                throw new IllegalArgumentException("a hold lasts at least 1 ms");
            }
        }
    }

    /** A reservation was closed at the true amount. */
    record Settled(String reservationId, List<Leg> legs, Call call) implements OfGateway {
        public Settled {
            legs = path(legs);
        }
    }

    /** A reservation was closed at zero. */
    record Refunded(String reservationId, List<Leg> legs, Call call) implements OfGateway {
        public Refunded {
            legs = path(legs);
        }
    }

    /** A timer found a reservation past its deadline. */
    record ReservationExpired(String reservationId) implements Payload {}

    /** A timer found a grant whose effective time has come. */
    record GrantActivated(String grantId) implements Payload {}

    /** A timer found a grant whose expiry time has come. */
    record GrantExpired(String grantId) implements Payload {}

    /** An account is not in Redis (sawEpoch null), or an update left a gap in the epoch that was seen. */
    record SeedRequested(AccountId account, @Nullable Long sawEpoch) implements Payload {}

    /** What Redis says of an account at a marked point. */
    record Checkpointed(AccountId account, Checkpoint checkpoint) implements Payload {}

    /** Redis does not hold an account any more; the checkpoint says what it held last. */
    record Dropped(AccountId account, Checkpoint last) implements Payload {}

    /** A timer found a checkpoint whose events are not all there after the grace time. */
    record CheckpointOverdue(AccountId account, String checkpointId) implements Payload {}

    /** A tenant begins. */
    record TenantOpened(String name, String timezone, Plan plan) implements Command {}

    /** A tenant gets a plan, or a new version of it. */
    record PlanAssigned(Plan plan) implements Command {}

    /** A tenant has a new app. */
    record AppOpened(String appId, String name) implements Command {}

    /** An app has a new key. */
    record KeyIssued(String appId, String keyId, String keyHash) implements Command {}

    /** A wallet is funded; effectiveAt null: at once; expiresAt null: never. */
    record GrantIssued(
            String grantId,
            AccountId wallet,
            long amount,
            int priority,
            @Nullable Instant effectiveAt,
            @Nullable Instant expiresAt)
            implements Command {}

    /** A budget of one scope gets another limit, from the current period on. */
    record LimitChanged(Level level, String scope, AccountLimit budget) implements Command {}

    private static List<Leg> path(List<Leg> legs) {
        if (legs.isEmpty() || legs.size() > Plan.MAX_PATH) {
            throw new IllegalArgumentException("a path has 1 to " + Plan.MAX_PATH + " accounts, not " + legs.size());
        }
        if (legs.stream().map(Leg::account).distinct().count() != legs.size()) {
            throw new IllegalArgumentException("a path has each account once");
        }
        return List.copyOf(legs);
    }
}
