package io.quotaledger.streamstopology;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.streamstopology.events.DeadLetterReason;
import io.quotaledger.streamstopology.events.EventReader;
import io.quotaledger.streamstopology.events.ReadEvent;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.Fold;
import io.quotaledger.streamstopology.outputs.Journal;
import io.quotaledger.streamstopology.outputs.Outputs;
import io.quotaledger.streamstopology.outputs.Snapshots;
import io.quotaledger.streamstopology.records.SchemasCalendar;
import io.quotaledger.streamstopology.state.LedgerStores;
import io.quotaledger.streamstopology.state.LogPositions;
import io.quotaledger.streamstopology.state.TenantLedger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the fold over the log: reads what an event touches, stores and forwards what the fold decided. */
final class FoldEvents implements Processor<byte[], byte[], byte[], SpecificRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(FoldEvents.class);
    private static final Duration FORGET_INTERVAL = Duration.ofSeconds(10);

    private final EventReader reader;
    private final LedgerOptions options;
    private final Fold fold;
    private @Nullable Task task;

    FoldEvents(EventReader reader, LedgerOptions options) {
        this.reader = reader;
        this.options = options;
        this.fold = new Fold(new SchemasCalendar(), options.retention(), options.checkpointGrace());
    }

    /** Handles of one task. */
    private record Task(
            ProcessorContext<byte[], SpecificRecord> context,
            LedgerStores stores,
            LogPositions positions,
            Journal journal,
            Snapshots snapshots,
            Timers timers,
            Sensor deadLetters) {}

    @Override
    public void init(ProcessorContext<byte[], SpecificRecord> context) {
        var stores = LedgerStores.of(context);
        var deadLetters = context.metrics()
                .addRateTotalSensor("ledger", context.taskId().toString(), "dead-letters", Sensor.RecordingLevel.INFO);
        var timers = new Timers(context, stores, options);
        var snapshots = new Snapshots(context, options.retention());
        this.task = new Task(
                context, stores, new LogPositions(context), new Journal(context), snapshots, timers, deadLetters);
        context.schedule(options.timerInterval(), PunctuationType.WALL_CLOCK_TIME, timers::act);
        context.schedule(FORGET_INTERVAL, PunctuationType.STREAM_TIME, timers::forget);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        var current = Objects.requireNonNull(task, "init comes first");
        current.timers().onRecord(record.timestamp());
        var at = current.context().recordMetadata().orElseThrow();
        var appendTime = Instant.ofEpochMilli(record.timestamp());
        if (current.positions().isFolded(at, appendTime)) {
            LOG.debug("passes over {}-{} offset {}, folded before", at.topic(), at.partition(), at.offset());
            return;
        }
        current.positions().fold(at, appendTime);
        var read = reader.read(record.key(), record.value());
        if (read instanceof ReadEvent.Good good) {
            apply(current, record, good);
        } else if (read instanceof ReadEvent.Bad bad) {
            deadLetter(current, record, bad.reason(), bad.detail());
        }
    }

    private void apply(Task current, Record<byte[], byte[]> record, ReadEvent.Good good) {
        var event = good.event();
        var ledger =
                new TenantLedger(current.stores(), options.retention(), options.checkpointGrace(), event.tenantId());
        var effects = fold.apply(event, ledger, Instant.ofEpochMilli(record.timestamp()));
        if (effects.unbookable() != null) {
            deadLetter(current, record, DeadLetterReason.INVALID, effects.unbookable());
        } else {
            write(current, record, good, effects, ledger);
        }
    }

    private static void write(
            Task current, Record<byte[], byte[]> record, ReadEvent.Good good, Effects effects, TenantLedger ledger) {
        var written = good.written();
        var tenantId = good.event().tenantId();
        var out = new Forwarding(current.context(), record.timestamp());
        var appendTime = Instant.ofEpochMilli(record.timestamp());
        var number = 0L;
        if (effects.entry() != null) {
            var entry = current.journal().append(written, effects.entry());
            number = entry.getNumber();
            out.forward(Topic.JOURNAL, tenantId, entry);
        }
        ledger.store(effects, number, good.event().time(), appendTime);
        for (var account : effects.balances()) {
            var balance = Outputs.balance(ledger.latest(account.id()));
            out.forward(Topic.BALANCES, AccountKeys.compactionKey(tenantId, balance.getAccount()), balance);
        }
        for (var instruction : effects.instructions()) {
            out.forward(Topic.STORE_UPDATES, tenantId, Outputs.storeUpdate(written, instruction));
        }
        for (var snapshot : effects.snapshots()) {
            var judged = Outputs.snapshot(written, snapshot);
            current.snapshots().add(judged);
            out.forward(Topic.SNAPSHOTS, tenantId, judged);
        }
        for (var alert : effects.alerts()) {
            out.forward(Topic.ALERTS, tenantId, Outputs.alert(written, alert, appendTime));
        }
        for (var change : effects.configChanges()) {
            out.forward(Topic.CONFIG, Outputs.configKey(tenantId, change), Outputs.config(tenantId, change));
        }
        if (effects.outcome() != null) {
            var offset = current.context().recordMetadata().orElseThrow().offset();
            out.forward(Topic.OUTCOMES, tenantId, Outputs.outcome(written, effects.outcome(), offset));
        }
    }

    private static void deadLetter(
            Task current, Record<byte[], byte[]> record, DeadLetterReason reason, String detail) {
        var metadata = current.context().recordMetadata().orElseThrow();
        LOG.warn(
                "dead letter topic={} partition={} offset={} reason={} detail={}",
                metadata.topic(),
                metadata.partition(),
                metadata.offset(),
                reason.word(),
                detail);
        current.deadLetters().record();
        var letter = DeadLetter.newBuilder()
                .setTopic(metadata.topic())
                .setPartition(metadata.partition())
                .setOffset(metadata.offset())
                .setTime(Instant.ofEpochMilli(record.timestamp()))
                .setReason(reason.word())
                .setDetail(detail)
                .setKey(buffer(record.key()))
                .setValue(buffer(record.value()))
                .build();
        current.context()
                .forward(new Record<>(record.key(), letter, record.timestamp()), Operators.writeTo(Topic.DEAD_LETTERS));
    }

    private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }

    /** Records to the sinks, all with the time of the event's record. */
    private record Forwarding(ProcessorContext<byte[], SpecificRecord> context, long timestamp) {
        void forward(Topic topic, String key, SpecificRecord value) {
            var bytes = key.getBytes(StandardCharsets.UTF_8);
            context.forward(new Record<>(bytes, value, timestamp), Operators.writeTo(topic));
        }
    }
}
