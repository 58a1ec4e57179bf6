package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Comparison.Runs;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.load.ClosedLoop;
import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.schemas.Topic;
import io.quotaledger.streamstopology.query.JournalFilter;
import io.quotaledger.streamstopology.query.LedgerReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How fast the topology and the raw loop book at a number of accounts, and how fast pages of the journal are then read. Several rows are about
 * it: each number of accounts is measured once a run.
 */
final class EntryRates {
    private static final long CALLS = 15_000;
    private static final long PAGES = 20_000;
    /** Fewer than almost all organisations have at the most accounts, so that pages are equally long. */
    private static final int ENTRIES_OF_A_PAGE = 5;

    private final Map<Key, Measured> known = new ConcurrentHashMap<>();

    private record Key(int accounts, Effort effort) {}

    /**
     * What was measured at a number of accounts.
     *
     * @param entries runs of the raw loop and of the topology
     * @param pages runs of a reader of pages
     */
    record Measured(Runs entries, List<LoadResult> pages) {}

    Measured at(int accounts, Effort effort) {
        return known.computeIfAbsent(new Key(accounts, effort), EntryRates::measure);
    }

    private static Measured measure(Key key) {
        var population = Population.of(key.accounts(), key.effort());
        try (var stack = LedgerStack.start();
                var progress = new Progress(stack);
                var log = new LogWriter(stack, population, 5);
                var raw = RawLoop.start(stack);
                var topology = TopologyReader.start(stack)) {
            var runs = new Turns(progress, log, raw, topology).run(key.effort(), CALLS);
            CommittedRecords.requireBooked(stack, RawLoop.JOURNAL, log.entries());
            CommittedRecords.requireBooked(stack, Topic.JOURNAL.topicName(), log.entries());
            return new Measured(runs, pages(topology.stores(), population, key.effort()));
        }
    }

    /** One page after the other, each of an organisation at random. */
    private static List<LoadResult> pages(LedgerReader reader, Population population, Effort effort) {
        var random = new SplittableRandom(1);
        var results = new ArrayList<LoadResult>();
        for (int run = 0; run <= 2 * effort.rounds(); run++) {
            results.add(new ClosedLoop(1)
                    .run(
                            number -> {
                                var tenantId = population.tenantId(random.nextInt(population.orgs()));
                                var page = reader.journal(
                                        tenantId, JournalFilter.ALL, Optional.empty(), ENTRIES_OF_A_PAGE);
                                return page.entries().isEmpty()
                                        ? CompletableFuture.failedFuture(new IllegalStateException("an empty page"))
                                        : CompletableFuture.completedFuture(page);
                            },
                            effort.of(PAGES)));
        }
        return results.subList(1, results.size());
    }
}
