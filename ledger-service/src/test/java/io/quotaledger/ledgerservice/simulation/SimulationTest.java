package io.quotaledger.ledgerservice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.streamstopology.ledger.Snapshot.Verdict;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The fold and the scripts' model under random schedules, each from a seed: {@code -Dsimulation.seeds=10000} runs so many,
 * {@code -Dsimulation.first=4711 -Dsimulation.seeds=1} one alone.
 */
class SimulationTest {
    private static final long FIRST = Long.getLong("simulation.first", 1);
    private static final long SEEDS = Long.getLong("simulation.seeds", 500);

    @Test
    void shouldEndWithRedisEqualToTheLedgerAndTheLedgerToTheTruth() {
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        Map<Verdict, Integer> verdicts = new ConcurrentHashMap<>();
        var drops = new LongAdder();
        LongStream.range(FIRST, FIRST + SEEDS).parallel().forEach(seed -> {
            try {
                var schedule = new Schedule(seed);
                schedule.run().forEach(snapshot -> verdicts.merge(snapshot.verdict(), 1, Integer::sum));
                drops.add(schedule.drops());
            } catch (AssertionError | RuntimeException e) {
                failures.add("seed " + seed + ": " + e);
            }
        });
        failures.stream().limit(3).forEach(failure -> System.out.println("simulation: " + failure));
        System.out.println("simulation: " + SEEDS + " schedules, " + failures.size() + " failures");
        System.out.println("simulation: verdicts " + verdicts + ", dropped " + drops);
        assertThat(failures).isEmpty();
    }
}
