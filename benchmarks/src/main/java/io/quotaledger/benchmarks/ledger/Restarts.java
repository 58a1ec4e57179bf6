package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.localstack.ChildProcess;
import io.quotaledger.schemas.Topic;
import io.quotaledger.streamstopology.StreamsSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** A ledger of many accounts that is killed under load and started again, time after time. Measured once a run. */
final class Restarts {
    private static final int ACCOUNTS = 600_000;
    private static final int TENANTS = 60;
    /** As many as an event may have. */
    private static final int LEGS = 8;

    private static final long PER = 100_000;
    /** Events between two kills. */
    private static final long LOAD = 1_000;

    /** Numbers of calls, so that none comes twice. */
    private static final long FILLING = 1L << 32;

    private static final long STEADY = 1L << 33;

    private static final Duration BETWEEN_EVENTS = Duration.ofMillis(2);
    private static final Duration COMMIT_WITHIN = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(5);
    private static final double NANOS_OF_A_SECOND = 1e9;
    private static final double BYTES_OF_A_MEBIBYTE = 1 << 20;

    private final Map<Effort, Measured> known = new ConcurrentHashMap<>();

    /**
     * What was measured.
     *
     * @param seconds from each kill to the first committed entry after it
     * @param shares of the changelogs' records that were read into the stores after each kill
     * @param mebibytes what the process grew by for 100,000 accounts
     */
    record Measured(List<Double> seconds, List<Double> shares, double mebibytes) {}

    Measured get(Effort effort) {
        return known.computeIfAbsent(effort, Restarts::measure);
    }

    private static Measured measure(Effort effort) {
        int keys = (int) (effort.of(ACCOUNTS) / TENANTS);
        var population = new Population(TENANTS * 3);
        try (var stack = LedgerStack.startWithRegistry();
                var progress = new Progress(stack);
                var log = new LogWriter(stack, population, 5);
                var watch = CommittedRecords.consumer(stack)) {
            var child = LedgerProcess.start(stack);
            try {
                LedgerProcess.awaitRestored(child);
                log.open();
                awaitRead(progress, child);
                long before = child.residentBytes();
                fill(log, population, keys);
                awaitRead(progress, child);
                double grown = (child.residentBytes() - before) / BYTES_OF_A_MEBIBYTE;
                var seconds = new ArrayList<Double>();
                var shares = new ArrayList<Double>();
                for (int round = 0; round < effort.rounds(); round++) {
                    try (var load = new SteadyEvents(log, population, keys, round)) {
                        awaitMore(progress, child);
                        long changelog = progress.changelogRecords(StreamsSettings.APPLICATION_ID);
                        long start = System.nanoTime();
                        child.kill();
                        child = LedgerProcess.start(stack);
                        awaitEntry(watch, progress, child);
                        seconds.add((System.nanoTime() - start) / NANOS_OF_A_SECOND);
                        shares.add((double) LedgerProcess.awaitRestored(child) / changelog);
                        load.requireNoFailure();
                    }
                }
                awaitRead(progress, child);
                CommittedRecords.requireBooked(stack, Topic.JOURNAL.topicName(), log.entries());
                return new Measured(seconds, shares, grown * PER / (TENANTS * (double) keys));
            } finally {
                child.kill();
            }
        }
    }

    /** Wallets of so many keys of each tenant. */
    private static void fill(LogWriter log, Population population, int keys) {
        long call = 0;
        for (int from = 0; from < keys; from += LEGS) {
            for (int org = 0; org < population.orgs(); org++) {
                log.appendBooked(population.settledOnKeys(org, FILLING + call++, from, Math.min(LEGS, keys - from)));
            }
        }
        log.flush();
    }

    private static void awaitRead(Progress progress, ChildProcess child) {
        progress.awaitRead(StreamsSettings.APPLICATION_ID, () -> requireAlive(child));
    }

    /** Waits until some of the load is booked. */
    private static void awaitMore(Progress progress, ChildProcess child) {
        long enough = progress.committed(StreamsSettings.APPLICATION_ID) + LOAD;
        child.await("booked a part", COMMIT_WITHIN, () -> progress.committed(StreamsSettings.APPLICATION_ID) >= enough);
    }

    /** Waits for an entry that the killed process has not committed; what it left uncommitted is never seen. */
    private static void awaitEntry(KafkaConsumer<byte[], byte[]> watch, Progress progress, ChildProcess child) {
        var ends = progress.committedEnds(Topic.JOURNAL.topicName());
        watch.assign(ends.keySet());
        ends.forEach(watch::seek);
        long deadline = System.nanoTime() + COMMIT_WITHIN.toNanos();
        while (watch.poll(POLL).isEmpty()) {
            requireAlive(child);
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("nothing was committed within " + COMMIT_WITHIN);
            }
        }
    }

    private static void requireAlive(ChildProcess child) {
        if (!child.isAlive()) {
            throw new IllegalStateException("the ledger has ended: " + child.logTail());
        }
    }

    /** Settlements on keys at random, one every 2 ms until it is closed. */
    private static final class SteadyEvents implements AutoCloseable {
        private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        private final ScheduledFuture<?> sending;
        private long sent;

        SteadyEvents(LogWriter log, Population population, int keys, int round) {
            var random = new SplittableRandom(round);
            this.sending = executor.scheduleAtFixedRate(
                    () -> log.appendBooked(population.settledOnKeys(
                            random.nextInt(population.orgs()),
                            STEADY + ((long) round << 24) + sent++,
                            random.nextInt(keys),
                            1)),
                    0,
                    BETWEEN_EVENTS.toNanos(),
                    TimeUnit.NANOSECONDS);
        }

        void requireNoFailure() {
            if (sending.isDone()) {
                throw new IllegalStateException("no more events are sent");
            }
        }

        @Override
        public void close() {
            executor.shutdown();
            try {
                if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("an event is still being sent");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
