package io.quotaledger.quotastore;

import io.lettuce.core.StreamMessage;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.Dropped;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreStamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * What a script adds to an event: its time, and either the periods it chose, the stamps of the accounts it changed and
 * whether it admitted into overage, or the point of a checkpoint or of the end of a life. Direct publishing and the relay both complete events
 * here, so both publish the same bytes.
 *
 * @param id id of the entry in the outbox
 * @param time time of the script in epoch milliseconds
 * @param stamps a stamp a leg, in order, joined by ';': {@code period,epoch,generation}, or {@code period} for an
 *     absent account; null for a checkpoint and the end of a life
 * @param overage admitted as overage
 * @param point the account at a checkpoint or the end of its life: {@code epoch,gen,n,u,granted,reserved,consumed,uncapped}; null for all else
 */
record OutboxEntry(
        String id,
        long time,
        @Nullable String stamps,
        boolean overage,
        @Nullable String point) {
    private static final int NUMBERS_OF_A_POINT = 8;

    /**
     * Checks the entry.
     *
     * @throws IllegalArgumentException if it is not exactly one of a reservation's and an account's
     */
    OutboxEntry {
        if ((stamps == null) == (point == null)) {
            throw new IllegalArgumentException("not exactly one of the fields s and c");
        }
    }

    /** Of an event with legs. */
    static OutboxEntry ofLegs(String id, long time, String stamps, boolean overage) {
        return new OutboxEntry(id, time, stamps, overage, null);
    }

    /** Of a checkpoint or the end of a life. */
    static OutboxEntry ofPoint(String id, long time, String point) {
        return new OutboxEntry(id, time, null, false, point);
    }

    /** The point of an account, as the scripts write it. */
    static String pointOf(StoredAccount account) {
        var balance = account.balance();
        return account.epoch() + "," + account.generation() + "," + account.executions() + "," + account.updates() + ","
                + balance.granted() + "," + balance.reserved() + "," + balance.consumed() + ","
                + (balance.uncapped() ? 1 : 0);
    }

    /**
     * What an entry of the stream says.
     *
     * @throws IllegalArgumentException if it is none of a script
     */
    static OutboxEntry of(StreamMessage<String, byte[]> message) {
        var time = text(message, "t");
        if (time == null) {
            throw new IllegalArgumentException("no field t");
        }
        var overage = message.getBody().containsKey("o");
        return new OutboxEntry(message.getId(), Long.parseLong(time), text(message, "s"), overage, text(message, "c"));
    }

    /**
     * The event of an entry as the caller wrote it before the script ran.
     *
     * @throws IllegalArgumentException if it has none
     */
    static byte[] template(StreamMessage<String, byte[]> message) {
        var bytes = message.getBody().get("e");
        if (bytes == null) {
            throw new IllegalArgumentException("no field e");
        }
        return bytes;
    }

    /** When an entry was appended, in epoch milliseconds. */
    static long millisOf(String id) {
        return Long.parseLong(id.substring(0, id.indexOf('-')));
    }

    private static @Nullable String text(StreamMessage<String, byte[]> message, String field) {
        var bytes = message.getBody().get(field);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * The event as it is to be published: a copy, the template stays as it is.
     *
     * @throws IllegalArgumentException if stamps or point are not those of this event
     */
    QuotaEvent complete(QuotaEvent template) {
        var event = copy(template, new QuotaEvent());
        event.setTime(Instant.ofEpochMilli(time));
        if (template.getPrepaid() != null) {
            var prepaid = copy(template.getPrepaid(), new Prepaid());
            prepaid.setLegs(stamped(prepaid.getLegs()));
            prepaid.setOverage(overage);
            event.setPrepaid(prepaid);
        } else if (template.getSettled() != null) {
            var settled = copy(template.getSettled(), new Settled());
            settled.setLegs(stamped(settled.getLegs()));
            event.setSettled(settled);
        } else if (template.getRefunded() != null) {
            var refunded = copy(template.getRefunded(), new Refunded());
            refunded.setLegs(stamped(refunded.getLegs()));
            event.setRefunded(refunded);
        } else if (template.getCheckpointed() != null) {
            event.setCheckpointed(filledIn(template.getCheckpointed()));
        } else if (template.getDropped() != null) {
            event.setDropped(filledIn(template.getDropped()));
        } else {
            throw new IllegalArgumentException("not an event of a script");
        }
        return event;
    }

    private List<Leg> stamped(List<Leg> legs) {
        if (stamps == null) {
            throw new IllegalArgumentException("no field s");
        }
        var texts = stamps.split(";", -1);
        if (texts.length != legs.size()) {
            throw new IllegalArgumentException(legs.size() + " legs but stamps " + stamps);
        }
        var stamped = new ArrayList<Leg>(texts.length);
        for (int i = 0; i < texts.length; i++) {
            stamped.add(stamped(legs.get(i), texts[i].split(",", -1)));
        }
        return stamped;
    }

    private static Leg stamped(Leg leg, String[] parts) {
        var account = leg.getAccount();
        var chosen = new AccountRef(account.getLevel(), account.getScope(), account.getMeter(), parts[0]);
        var stamp =
                switch (parts.length) {
                    case 1 -> null;
                    case 3 -> new StoreStamp(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
                    default -> throw new IllegalArgumentException("not a stamp: " + String.join(",", parts));
                };
        return new Leg(chosen, leg.getHeld(), leg.getConsumed(), stamp);
    }

    private Checkpointed filledIn(Checkpointed template) {
        var numbers = numbers();
        var checkpointed = copy(template, new Checkpointed());
        checkpointed.setEpoch(numbers[0]);
        checkpointed.setGeneration(numbers[1]);
        checkpointed.setExecutions(numbers[2]);
        checkpointed.setUpdateNumber(numbers[3]);
        checkpointed.setFigures(figures(numbers));
        return checkpointed;
    }

    private Dropped filledIn(Dropped template) {
        var numbers = numbers();
        var dropped = copy(template, new Dropped());
        dropped.setEpoch(numbers[0]);
        dropped.setGeneration(numbers[1]);
        dropped.setExecutions(numbers[2]);
        dropped.setUpdateNumber(numbers[3]);
        dropped.setFigures(figures(numbers));
        return dropped;
    }

    /** The numbers of the point; the last is 0 or 1. */
    private long[] numbers() {
        if (point == null) {
            throw new IllegalArgumentException("no field c");
        }
        var parts = point.split(",", -1);
        if (parts.length != NUMBERS_OF_A_POINT) {
            throw new IllegalArgumentException("not a point: " + point);
        }
        return Arrays.stream(parts).mapToLong(Long::parseLong).toArray();
    }

    private static StoreFigures figures(long[] point) {
        var uncapped = point[NUMBERS_OF_A_POINT - 1];
        if (uncapped != 0 && uncapped != 1) {
            throw new IllegalArgumentException("neither 0 nor 1: " + uncapped);
        }
        return new StoreFigures(point[4], point[5], point[6], uncapped == 1);
    }

    private static <T extends SpecificRecordBase> T copy(T from, T to) {
        for (int i = 0; i < from.getSchema().getFields().size(); i++) {
            to.put(i, from.get(i));
        }
        return to;
    }
}
