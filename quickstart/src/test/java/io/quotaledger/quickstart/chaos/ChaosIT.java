package io.quotaledger.quickstart.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quickstart.opening.LedgerApi;
import io.quotaledger.quickstart.opening.Opening;
import io.quotaledger.quickstart.running.Layout;
import io.quotaledger.quickstart.running.RunningSystem;
import io.quotaledger.quickstart.running.SystemSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Real processes under random schedules of faults. A normal build runs one short schedule; {@code -Pchaos} runs 20, each from its own
 * seed; {@code -Dchaos.seed=7 -Dchaos.schedules=1} repeats one of them.
 */
class ChaosIT {
    private static final @Nullable Integer SCHEDULES = Integer.getInteger("chaos.schedules");
    private static final long FIRST_SEED = Long.getLong("chaos.seed", 1);
    private static final int FAULTS = 4;
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration HOLD = Duration.ofSeconds(12);
    private static final int SHOWN = 20;

    private final Map<FaultKind, Integer> kinds = new EnumMap<>(FaultKind.class);
    private final List<String> failures = new ArrayList<>();
    private @Nullable Store store;
    private @Nullable RunningSystem system;
    private int systems;

    @Test
    void shouldEndWithRedisEqualToTheLedgerAndTheLedgerToTheTruth() {
        var schedules = schedules();
        schedules.forEach(this::run);
        System.out.printf("chaos: %d schedules, %d failures%n", schedules.size(), failures.size());
        assertThat(failures).isEmpty();
        if (schedules.size() >= FaultKind.values().length) {
            assertThat(kinds).hasSize(FaultKind.values().length);
            assertThat(kinds.values()).as("%s", kinds).allMatch(count -> count >= 2);
        }
    }

    private static List<ChaosSchedule> schedules() {
        var schedules = new ArrayList<ChaosSchedule>();
        if (SCHEDULES == null) {
            schedules.add(ChaosSchedule.of(0, 2));
        } else {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
                schedules.add(ChaosSchedule.of(seed, FAULTS));
            }
        }
        return schedules;
    }

    private void run(ChaosSchedule schedule) {
        schedule.faults().forEach(fault -> kinds.merge(fault.kind(), 1, Integer::sum));
        try {
            var current = start();
            var result = new ChaosRun(current.system(), current.store(), schedule, INTERVAL)
                    .run()
                    .judged(INTERVAL);
            System.out.println("chaos: " + result);
            if (!result.isGood()) {
                result.mismatches().stream()
                        .limit(SHOWN)
                        .forEach(mismatch -> System.out.println("chaos:   " + mismatch));
                failures.add(schedule + ": " + result.mismatches());
                stop();
            }
        } catch (RuntimeException e) {
            System.out.println("chaos: " + schedule + ": " + e);
            failures.add(schedule + ": " + e);
            stop();
        }
    }

    private record Running(Store store, RunningSystem system) {}

    /** The system of the schedule before, unless something was wrong with it. */
    private Running start() {
        if (store == null || system == null) {
            var folder = folder();
            var newStore = new Store(folder);
            store = newStore;
            var newSystem = RunningSystem.start(new SystemSettings(
                    folder,
                    null,
                    newStore.clientUri(),
                    List.of("-Dquota.reconciliation.interval=" + INTERVAL.toMillis() + "ms")));
            system = newSystem;
            new Opening(new LedgerApi(
                            newSystem.endpoints().service(),
                            newSystem.endpoints().operatorToken()))
                    .publishCatalogue(HOLD);
            return new Running(newStore, newSystem);
        }
        return new Running(store, system);
    }

    /** Empty at the begin; logs and data stay for whoever wants to know what happened. */
    private Path folder() {
        return Layout.target().resolve("chaos").resolve(ProcessHandle.current().pid() + "-" + ++systems);
    }

    @AfterEach
    void stop() {
        if (system != null) {
            system.close();
            system = null;
        }
        if (store != null) {
            store.close();
            store = null;
        }
    }
}
