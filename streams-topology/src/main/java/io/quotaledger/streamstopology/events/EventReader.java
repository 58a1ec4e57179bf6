package io.quotaledger.streamstopology.events;

import io.quotaledger.schemas.Ids;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.RegistryUnavailableException;
import io.quotaledger.streamstopology.ledger.Event;
import io.quotaledger.streamstopology.ledger.Payload;
import io.quotaledger.streamstopology.records.AvroBinary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads records of {@code quota-events}. A bad record is an answer; only a registry that does not answer is thrown. */
public final class EventReader {
    private final Deserializer<QuotaEvent> values;

    public EventReader(Deserializer<QuotaEvent> values) {
        this.values = values;
    }

    /**
     * What the record says.
     *
     * @throws RegistryUnavailableException if its schema is not known yet and the registry gives no answer
     */
    public ReadEvent read(byte @Nullable [] key, byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            return new ReadEvent.Bad(DeadLetterReason.UNREADABLE, "there is no value");
        }
        QuotaEvent written;
        try {
            written = values.deserialize(Topic.EVENTS.topicName(), value);
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            return new ReadEvent.Bad(DeadLetterReason.UNREADABLE, e.toString());
        }
        if (key == null || !Arrays.equals(key, written.getTenantId().getBytes(StandardCharsets.UTF_8))) {
            return new ReadEvent.Bad(DeadLetterReason.WRONG_KEY, "the value is of tenant " + written.getTenantId());
        }
        return understand(written);
    }

    private static ReadEvent understand(QuotaEvent written) {
        var payloads = PayloadReader.payloads(written);
        if (payloads.isEmpty()) {
            return new ReadEvent.Bad(DeadLetterReason.UNKNOWN_KIND, "no payload that this version knows");
        }
        if (payloads.size() > 1) {
            return new ReadEvent.Bad(DeadLetterReason.INVALID, "more than one payload");
        }
        try {
            return new ReadEvent.Good(written, event(written, payloads.get(0)));
        } catch (IllegalArgumentException e) {
            return new ReadEvent.Bad(DeadLetterReason.INVALID, String.valueOf(e.getMessage()));
        }
    }

    private static Event event(QuotaEvent written, SpecificRecord record) {
        var payload = PayloadReader.payload(written, record);
        return new Event(
                Ids.require("event id", written.getEventId()),
                Ids.require("tenant id", written.getTenantId()),
                Checks.time("time", written.getTime()),
                isAnswered(payload) ? HexFormat.of().formatHex(AvroBinary.sha256(record)) : "",
                payload);
    }

    private static boolean isAnswered(Payload payload) {
        return payload instanceof Payload.Command || payload instanceof Payload.SeedRequested;
    }
}
