package io.quotaledger.streamstopology.events;

import io.quotaledger.schemas.Ids;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.Dropped;
import io.quotaledger.schemas.avro.GrantIssued;
import io.quotaledger.schemas.avro.KeyIssued;
import io.quotaledger.schemas.avro.LimitChanged;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.streamstopology.ledger.AccountId;
import io.quotaledger.streamstopology.ledger.Checkpoint;
import io.quotaledger.streamstopology.ledger.Leg;
import io.quotaledger.streamstopology.ledger.Payload;
import io.quotaledger.streamstopology.records.Accounts;
import io.quotaledger.streamstopology.records.Calls;
import io.quotaledger.streamstopology.records.Plans;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The payload of an envelope as the ledger understands it; IllegalArgumentException if it cannot be meant. */
final class PayloadReader {
    private PayloadReader() {}

    /** The payload fields that are set. */
    static List<SpecificRecord> payloads(QuotaEvent event) {
        var set = new ArrayList<SpecificRecord>(1);
        for (var field : event.getSchema().getFields()) {
            if (event.get(field.pos()) instanceof SpecificRecord payload) {
                set.add(payload);
            }
        }
        return set;
    }

    static Payload payload(QuotaEvent event, SpecificRecord record) {
        if (record instanceof Checkpointed it) {
            var checkpoint = checkpoint(
                    event,
                    it.getFigures(),
                    it.getEpoch(),
                    it.getGeneration(),
                    it.getExecutions(),
                    it.getUpdateNumber());
            return new Payload.Checkpointed(Checks.account(it.getAccount()), checkpoint);
        }
        if (record instanceof Dropped it) {
            var last = checkpoint(
                    event,
                    it.getFigures(),
                    it.getEpoch(),
                    it.getGeneration(),
                    it.getExecutions(),
                    it.getUpdateNumber());
            return new Payload.Dropped(Checks.account(it.getAccount()), last);
        }
        return payload(record);
    }

    /** Its numbers may be any that Redis can hold: somebody may have been at them. */
    private static Checkpoint checkpoint(
            QuotaEvent event, StoreFigures figures, long epoch, long generation, long executions, long updateNumber) {
        return new Checkpoint(
                id("event id", event.getEventId()),
                Checks.time("time", event.getTime()),
                Checks.inRange("epoch", epoch),
                Checks.inRange("generation", generation),
                Checks.inRange("executions", executions),
                Checks.inRange("updateNumber", updateNumber),
                Checks.figures(figures));
    }

    private static Payload payload(SpecificRecord record) {
        if (record instanceof io.quotaledger.schemas.avro.Prepaid it) {
            return new Payload.Prepaid(
                    id("reservation id", it.getReservationId()),
                    legs(it.getLegs()),
                    Checks.hold(it.getHoldMillis()),
                    Calls.call(it.getCall()));
        } else if (record instanceof io.quotaledger.schemas.avro.Settled it) {
            return new Payload.Settled(
                    id("reservation id", it.getReservationId()), legs(it.getLegs()), Calls.call(it.getCall()));
        } else if (record instanceof io.quotaledger.schemas.avro.Refunded it) {
            return new Payload.Refunded(
                    id("reservation id", it.getReservationId()), legs(it.getLegs()), Calls.call(it.getCall()));
        } else if (record instanceof SeedRequested it) {
            return seedRequested(it);
        } else if (record instanceof io.quotaledger.schemas.avro.CheckpointOverdue it) {
            return new Payload.CheckpointOverdue(
                    Checks.account(it.getAccount()), id("checkpoint id", it.getCheckpointId()));
        } else if (record instanceof io.quotaledger.schemas.avro.ReservationExpired it) {
            return new Payload.ReservationExpired(id("reservation id", it.getReservationId()));
        } else if (record instanceof io.quotaledger.schemas.avro.GrantActivated it) {
            return new Payload.GrantActivated(id("grant id", it.getGrantId()));
        } else if (record instanceof io.quotaledger.schemas.avro.GrantExpired it) {
            return new Payload.GrantExpired(id("grant id", it.getGrantId()));
        }
        return command(record);
    }

    private static Payload command(SpecificRecord record) {
        if (record instanceof io.quotaledger.schemas.avro.TenantOpened it) {
            return new Payload.TenantOpened(it.getName(), it.getTimezone(), plan(it.getPlan()));
        } else if (record instanceof io.quotaledger.schemas.avro.PlanAssigned it) {
            return new Payload.PlanAssigned(plan(it.getPlan()));
        } else if (record instanceof io.quotaledger.schemas.avro.AppOpened it) {
            return new Payload.AppOpened(id("app id", it.getAppId()), it.getName());
        } else if (record instanceof KeyIssued it) {
            return new Payload.KeyIssued(
                    id("app id", it.getAppId()), id("key id", it.getKeyId()), Checks.hash(it.getKeyHash()));
        } else if (record instanceof GrantIssued it) {
            return grantIssued(it);
        } else if (record instanceof LimitChanged it) {
            return limitChanged(it);
        }
        throw new IllegalArgumentException(
                "no payload of an event: " + record.getSchema().getName());
    }

    private static Payload seedRequested(SeedRequested it) {
        var isSeen = it.getReason() == SeedReason.GAP || it.getReason() == SeedReason.OPERATOR;
        if (isSeen && it.getSawEpoch() == null) {
            throw new IllegalArgumentException("only what is absent is in no epoch");
        }
        if (it.getSawEpoch() != null && Checks.inRange("sawEpoch", it.getSawEpoch()) < 0) {
            throw new IllegalArgumentException("an epoch is from 0 on");
        }
        return new Payload.SeedRequested(Checks.account(it.getAccount()), it.getSawEpoch());
    }

    private static Payload grantIssued(GrantIssued it) {
        var level = Accounts.level(it.getLevel());
        var wallet =
                new AccountId(level, Checks.scope(level, it.getScope()), id("meter", it.getMeter()), AccountId.NONE);
        if (it.getEffectiveAt() != null) {
            Checks.time("effectiveAt", it.getEffectiveAt());
        }
        if (it.getExpiresAt() != null) {
            Checks.time("expiresAt", it.getExpiresAt());
        }
        return new Payload.GrantIssued(
                id("grant id", it.getGrantId()),
                wallet,
                it.getAmount(),
                it.getPriority(),
                it.getEffectiveAt(),
                it.getExpiresAt());
    }

    private static Payload limitChanged(LimitChanged it) {
        var level = Accounts.level(it.getLevel());
        var budget = new io.quotaledger.streamstopology.ledger.AccountLimit(
                id("meter", it.getMeter()), Accounts.period(it.getPeriod()), it.getLimit());
        return new Payload.LimitChanged(level, Checks.scope(level, it.getScope()), budget);
    }

    private static io.quotaledger.streamstopology.ledger.Plan plan(Plan plan) {
        var meters = plan.getMeters().stream().map(Meter::getName).toList();
        meters.forEach(meter -> Ids.require("meter", meter));
        return Plans.plan(id("plan id", plan.getPlanId()), plan.getVersion(), meters, plan.getLimits());
    }

    private static List<Leg> legs(List<io.quotaledger.schemas.avro.Leg> legs) {
        return legs.stream()
                .map(leg -> new Leg(
                        Checks.account(leg.getAccount()), leg.getHeld(), leg.getConsumed(), stamp(leg.getStamp())))
                .toList();
    }

    private static io.quotaledger.streamstopology.ledger.@Nullable StoreStamp stamp(@Nullable StoreStamp stamp) {
        return stamp == null
                ? null
                : new io.quotaledger.streamstopology.ledger.StoreStamp(stamp.getEpoch(), stamp.getGeneration());
    }

    private static String id(String what, String text) {
        return Ids.require(what, text);
    }
}
