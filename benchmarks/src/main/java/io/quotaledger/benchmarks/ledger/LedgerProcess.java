package io.quotaledger.benchmarks.ledger;

import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** The topology as a process of its own, to be killed: arguments are brokers, registry, folder of the stores. */
final class LedgerProcess {
    private static final Duration START_WITHIN = Duration.ofMinutes(2);
    private static final String RUNNING = "runs, records restored: ";
    private static final Pattern RESTORED = Pattern.compile(Pattern.quote(RUNNING) + "(\\d+)");

    private LedgerProcess() {}

    /** Runs until it is killed. */
    public static void main(String[] arguments) throws InterruptedException {
        var serdes = Map.of("schema.registry.url", arguments[1]);
        var streams = Ledger.open(arguments[0], serdes, Path.of(arguments[2]), Map.of());
        var restored = new Restored();
        streams.setGlobalStateRestoreListener(restored);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                System.out.println(RUNNING + restored.records);
            }
        });
        streams.start();
        new CountDownLatch(1).await();
    }

    /** Starts it as a child of this process. */
    static ChildProcess start(LedgerStack stack) {
        return ChildCommand.java(ChildCommand.ownClassPath(), LedgerProcess.class.getName())
                .jvm("-Xmx384m", "-XX:+UseSerialGC")
                .args(
                        stack.bootstrapServers(),
                        stack.serdes().getOrDefault("schema.registry.url", ""),
                        stack.folder().resolve("child").toString())
                .log(stack.folder().resolve("child.log"))
                .start("ledger");
    }

    /** Waits until it runs; records that it read from the changelogs before. */
    static long awaitRestored(ChildProcess process) {
        process.await("started", START_WITHIN, () -> RESTORED.matcher(process.logTail())
                .find());
        var matcher = RESTORED.matcher(process.logTail());
        if (!matcher.find()) {
            throw new IllegalStateException("it has not said what it restored: " + process.logTail());
        }
        return Long.parseLong(matcher.group(1));
    }

    private static final class Restored implements StateRestoreListener {
        private final AtomicLong records = new AtomicLong();

        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long last, long count) {
            records.addAndGet(count);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long total) {}
    }
}
