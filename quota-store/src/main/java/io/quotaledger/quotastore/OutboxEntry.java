package io.quotaledger.quotastore;

import io.lettuce.core.StreamMessage;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.StoreStamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * What a script adds to an event: its time, the periods it chose, the stamps of the accounts it changed, and whether it
 * admitted into overage. Direct publishing and the relay both complete events here, so both publish the same bytes.
 *
 * @param id id of the entry in the outbox
 * @param time time of the script in epoch milliseconds
 * @param stamps a stamp a leg, in order, joined by ';': {@code period,epoch,generation}, or {@code period} for an
 *     absent account
 * @param overage admitted as overage
 */
record OutboxEntry(String id, long time, String stamps, boolean overage) {
    /**
     * What an entry of the stream says.
     *
     * @throws IllegalArgumentException if it is none of a script
     */
    static OutboxEntry of(StreamMessage<String, byte[]> message) {
        var overage = message.getBody().containsKey("o");
        return new OutboxEntry(message.getId(), Long.parseLong(text(message, "t")), text(message, "s"), overage);
    }

    /**
     * The event of an entry as the gateway wrote it before the script ran.
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

    private static String text(StreamMessage<String, byte[]> message, String field) {
        var bytes = message.getBody().get(field);
        if (bytes == null) {
            throw new IllegalArgumentException("no field " + field);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * The event as it is to be published: a copy, the template stays as it is.
     *
     * @throws IllegalArgumentException if the stamps are not those of this event
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
        } else {
            throw new IllegalArgumentException("an event without legs is not one of a script");
        }
        return event;
    }

    private List<Leg> stamped(List<Leg> legs) {
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

    private static <T extends SpecificRecordBase> T copy(T from, T to) {
        for (int i = 0; i < from.getSchema().getFields().size(); i++) {
            to.put(i, from.get(i));
        }
        return to;
    }
}
