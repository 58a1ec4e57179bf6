package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.GrantIssued;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PlanLimit;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.TenantOpened;
import io.quotaledger.schemas.avro.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Organisations and the events about them, as gateways write them that admit without Redis: each organisation has the wallets of itself,
 * of one application and of one key, and each call moves all three, once as it is admitted and once as it is settled.
 *
 * @param accounts how many there are, at least 3
 */
record Population(int accounts) {
    private static final int LEVELS = 3;
    private static final String METER = "tokens";
    private static final String WALLET = "-";
    private static final String APP = "chat";
    private static final String KEY = "k1";
    private static final Call CALL = new Call(APP, KEY, "openai", "gpt-4.1-mini", "", 0L);
    private static final long GRANT = 1_000_000_000_000L;
    private static final long HELD = 2_000;
    private static final long CONSUMED = 1_340;
    /** Longer than a run takes, so that nothing expires. */
    private static final long HOLD_MILLIS = Duration.ofMinutes(1).toMillis();

    private static final long RUN = System.nanoTime();
    private static final long GRANTS = 1;
    private static final long HOLDS = 2;
    private static final long ENDS = 3;

    /** So many accounts at full effort. */
    static Population of(int accounts, Effort effort) {
        return new Population((int) Math.max(LEVELS, effort.of(accounts)));
    }

    /** How many organisations they are of. */
    int orgs() {
        return accounts / LEVELS;
    }

    /** Id of an organisation. */
    String tenantId(int org) {
        return "org-" + org;
    }

    /** The tenant begins; gives no journal entry. */
    QuotaEvent opened(int org) {
        var limits = Stream.of(Level.ORG, Level.APP, Level.KEY)
                .map(level -> new PlanLimit(level, new AccountLimit(METER, PeriodKind.NONE, null)))
                .toList();
        var plan = Plan.newBuilder()
                .setPlanId("pro")
                .setVersion(1)
                .setMeters(List.of(new Meter(METER, 0, MeterBasis.TOKENS)))
                .setLimits(limits)
                .setEstimate(new EstimateSettings(1024L, null, 4))
                .setHoldMillis(HOLD_MILLIS)
                .build();
        return event(
                org,
                id(0, org),
                builder -> builder.setTenantOpened(new TenantOpened("Organisation " + org, "UTC", plan)));
    }

    /** Its wallet is funded; one journal entry. */
    QuotaEvent granted(int org) {
        var id = id(GRANTS, org);
        return event(
                org,
                id,
                builder -> builder.setGrantIssued(new GrantIssued(id, Level.ORG, WALLET, METER, GRANT, 0, null, null)));
    }

    /** A call is admitted; one journal entry of three accounts. */
    QuotaEvent prepaid(int org, long call) {
        var id = id(HOLDS, call);
        var prepaid = Prepaid.newBuilder()
                .setReservationId(id)
                .setLegs(legs(0))
                .setHoldMillis(HOLD_MILLIS)
                .setCall(CALL)
                .build();
        return event(org, id, builder -> builder.setPrepaid(prepaid));
    }

    /** The same call has ended; one journal entry of three accounts. */
    QuotaEvent settled(int org, long call) {
        return event(org, id(ENDS, call), builder -> builder.setSettled(settlement(id(HOLDS, call), legs(CONSUMED))));
    }

    /**
     * A settlement of what nobody has admitted, on the wallets of several keys at once: opens them all. No gateway writes it, but the
     * ledger books them, and it is the cheapest log that leaves so many accounts; one journal entry.
     *
     * @param from number of the first key
     * @param count how many keys
     */
    QuotaEvent settledOnKeys(int org, long call, int from, int count) {
        var legs = Stream.iterate(from, key -> key + 1)
                .limit(count)
                .map(key -> new Leg(wallet(Level.KEY, APP + "/k" + key), 0L, CONSUMED, null))
                .toList();
        return event(org, id(ENDS, call), builder -> builder.setSettled(settlement(id(HOLDS, call), legs)));
    }

    private static Settled settlement(String reservationId, List<Leg> legs) {
        var now = Instant.now();
        return Settled.newBuilder()
                .setReservationId(reservationId)
                .setLegs(legs)
                .setProvenance(Provenance.REPORTED)
                .setUsage(new Usage(CONSUMED - 340, 0L, 0L, 340L))
                .setUpstreamStatus(200)
                .setStartedAt(now)
                .setEndedAt(now)
                .setCall(CALL)
                .build();
    }

    private static List<Leg> legs(long consumed) {
        return List.of(
                new Leg(wallet(Level.ORG, WALLET), HELD, consumed, null),
                new Leg(wallet(Level.APP, APP), HELD, consumed, null),
                new Leg(wallet(Level.KEY, APP + "/" + KEY), HELD, consumed, null));
    }

    private static AccountRef wallet(Level level, String scope) {
        return new AccountRef(level, scope, METER, WALLET);
    }

    private QuotaEvent event(int org, String id, Consumer<QuotaEvent.Builder> payload) {
        var builder = QuotaEvent.newBuilder()
                .setEventId(id)
                .setTenantId(tenantId(org))
                .setTime(Instant.now())
                .setSource("gateway/benchmark");
        payload.accept(builder);
        return builder.build();
    }

    /** An id as long as those of gateways. */
    private static String id(long kind, long number) {
        return new UUID(RUN + kind, number).toString();
    }
}
