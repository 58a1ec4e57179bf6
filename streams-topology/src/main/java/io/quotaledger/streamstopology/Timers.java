package io.quotaledger.streamstopology;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.CheckpointOverdue;
import io.quotaledger.schemas.avro.GrantActivated;
import io.quotaledger.schemas.avro.GrantExpired;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.ReservationExpired;
import io.quotaledger.schemas.avro.state.Deadline;
import io.quotaledger.schemas.avro.state.GrantPhase;
import io.quotaledger.schemas.avro.state.ReservationPhase;
import io.quotaledger.schemas.avro.state.ReservationState;
import io.quotaledger.streamstopology.ledger.Fold;
import io.quotaledger.streamstopology.records.AvroBinary;
import io.quotaledger.streamstopology.state.LedgerStores;
import io.quotaledger.streamstopology.state.StoreKeys;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Turns deadlines into events of the log; the fold alone decides what they change. The clock is that of the log while records come
 * in, and that of the wall when none has come for a while: a task that lags behind its log must not expire a reservation whose
 * settlement waits further on. A deadline whose event had no effect yet comes again later. Forgets what is past its retention, by the
 * time of the log.
 */
final class Timers {
    private static final int ID_LENGTH = 40;
    private static final long NONE = Long.MAX_VALUE;

    private final ProcessorContext<byte[], SpecificRecord> context;
    private final LedgerStores stores;
    private final LedgerOptions options;
    private long newestRecord = NONE;

    Timers(ProcessorContext<byte[], SpecificRecord> context, LedgerStores stores, LedgerOptions options) {
        this.context = context;
        this.stores = stores;
        this.options = options;
    }

    /** Takes note of when a record was appended to the log, in epoch milliseconds. */
    void onRecord(long appendTime) {
        newestRecord = newestRecord == NONE ? appendTime : Math.max(newestRecord, appendTime);
    }

    /** Writes the events of what is due. */
    void act(long wallClock) {
        var now = Instant.ofEpochMilli(Math.min(wallClock, newestRecord));
        newestRecord = NONE;
        for (var deadline : stores.deadlines().takeActions(now, options.timerBatch())) {
            var event = event(deadline);
            if (event != null) {
                var key = deadline.getTenantId().getBytes(StandardCharsets.UTF_8);
                context.forward(new Record<>(key, event, wallClock), Operators.writeTo(Topic.EVENTS));
                stores.deadlines()
                        .set(
                                now.plus(options.timerRepeat()),
                                deadline.getKind(),
                                deadline.getTenantId(),
                                deadline.getId());
            }
        }
    }

    /** Forgets closed reservations and answers. */
    void forget(long streamTime) {
        var now = Instant.ofEpochMilli(streamTime);
        for (var deadline : stores.deadlines().takeForgettings(now, options.timerBatch())) {
            var key = StoreKeys.of(deadline.getTenantId(), deadline.getId());
            switch (deadline.getKind()) {
                case FORGET_RESERVATION -> {
                    var reservation = stores.reservations().get(key);
                    if (reservation != null && isForgettable(reservation, now)) {
                        stores.reservations().delete(key);
                    }
                }
                case FORGET_COMMAND -> stores.commands().delete(key);
                default -> throw new IllegalStateException("nothing to forget: " + deadline);
            }
        }
    }

    private boolean isForgettable(ReservationState reservation, Instant now) {
        return reservation.getPhase() != ReservationPhase.HELD
                && !reservation
                        .getKeptSince()
                        .plus(Fold.keepingTime(options.retention()))
                        .isAfter(now);
    }

    /** The event of a deadline; null if what it is about has ended. Its time is the deadline, whenever it is written. */
    private @Nullable QuotaEvent event(Deadline deadline) {
        var key = StoreKeys.of(deadline.getTenantId(), deadline.getId());
        return switch (deadline.getKind()) {
            case EXPIRE_RESERVATION -> {
                var reservation = stores.reservations().get(key);
                yield reservation == null || reservation.getPhase() != ReservationPhase.HELD
                        ? null
                        : envelope(deadline, reservation.getDeadline())
                                .setReservationExpired(new ReservationExpired(deadline.getId()))
                                .build();
            }
            case ACTIVATE_GRANT -> {
                var grant = stores.grants().get(key);
                yield grant == null || grant.getPhase() != GrantPhase.PENDING
                        ? null
                        : envelope(deadline, grant.getEffectiveAt())
                                .setGrantActivated(new GrantActivated(deadline.getId()))
                                .build();
            }
            case EXPIRE_GRANT -> {
                var grant = stores.grants().get(key);
                yield grant == null || grant.getPhase() == GrantPhase.EXPIRED
                        ? null
                        : envelope(deadline, grant.getExpiresAt())
                                .setGrantExpired(new GrantExpired(deadline.getId()))
                                .build();
            }
            case CHECKPOINT_OVERDUE -> checkpointOverdue(deadline);
            case UNKNOWN, FORGET_RESERVATION, FORGET_COMMAND ->
                throw new IllegalStateException("nothing to do: " + deadline);
        };
    }

    private @Nullable QuotaEvent checkpointOverdue(Deadline deadline) {
        var account = stores.accounts().get(StoreKeys.accountOf(deadline.getTenantId(), deadline.getId()));
        var eventId = StoreKeys.checkpointOf(deadline.getId());
        if (account == null) {
            return null;
        }
        return account.getWaitingCheckpoints().stream()
                .filter(waiting -> waiting.getEventId().equals(eventId))
                .findFirst()
                .map(waiting -> envelope(deadline, waiting.getReceivedAt().plus(options.checkpointGrace()))
                        .setCheckpointOverdue(new CheckpointOverdue(account.getAccount(), eventId))
                        .build())
                .orElse(null);
    }

    private QuotaEvent.Builder envelope(Deadline deadline, Instant due) {
        return QuotaEvent.newBuilder()
                .setEventId(eventId(deadline))
                .setTenantId(deadline.getTenantId())
                .setTime(due)
                .setSource("timer/" + context.taskId().partition());
    }

    /** One id for one deadline, however often it is written; ids have at most 64 characters, so it is a hash. */
    private static String eventId(Deadline deadline) {
        var what = deadline.getKind() + "|" + StoreKeys.of(deadline.getTenantId(), deadline.getId());
        var hash = AvroBinary.sha256(what.getBytes(StandardCharsets.UTF_8));
        return "timer-" + HexFormat.of().formatHex(hash).substring(0, ID_LENGTH);
    }
}
