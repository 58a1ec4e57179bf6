package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.state.LogPosition;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * How far the log is folded. Its records are read again when the group's offsets were set back, or have expired while nothing ran, or the
 * log was cut: what they say is in the stores already, and may have been forgotten there after the retention, so ids alone do not tell.
 */
public final class LogPositions {
    private final KeyValueStore<String, LogPosition> store;

    /** The positions in the stores of a processor's task. */
    public LogPositions(ProcessingContext context) {
        this.store = context.getStateStore(StoreNames.LOG_POSITION);
    }

    /**
     * Whether a record was folded before. One with an offset that was there before but appended later than all that was folded is of
     * another log under the same name, and was not.
     */
    public boolean isFolded(RecordMetadata record, Instant appendTime) {
        var position = store.get(key(record));
        return position != null
                && record.offset() <= position.getOffset()
                && !appendTime.isAfter(position.getAppendTime());
    }

    /** Notes that a record is folded. */
    public void fold(RecordMetadata record, Instant appendTime) {
        var key = key(record);
        var before = store.get(key);
        var isOfSameLog = before != null && record.offset() > before.getOffset();
        var latest = isOfSameLog && before.getAppendTime().isAfter(appendTime) ? before.getAppendTime() : appendTime;
        store.put(key, new LogPosition(record.offset(), latest));
    }

    private static String key(RecordMetadata record) {
        return record.topic() + "-" + record.partition();
    }
}
