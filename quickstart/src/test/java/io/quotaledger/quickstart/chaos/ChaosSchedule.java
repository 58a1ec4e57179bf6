package io.quotaledger.quickstart.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Faults in the order in which they happen.
 *
 * @param seed what it all follows from
 * @param faults one after the other
 * @param quietEnd whether the load ends before the last fault, so that nothing that happens afterwards helps to find what it did
 */
record ChaosSchedule(long seed, List<Fault> faults, boolean quietEnd) {
    private static final FaultKind[] KINDS = FaultKind.values();
    private static final int LONGEST_PAUSE_MILLIS = 2_500;
    /** An append-only file is cut by 2^9 to 2^19 bytes. */
    private static final int LEAST_BITS = 9;

    private static final int MOST_BITS = 19;

    ChaosSchedule {
        faults = List.copyOf(faults);
    }

    /**
     * The schedule of a seed. Two of its faults follow from the seed in turn, so that any {@link FaultKind} occurs at least twice in as
     * many schedules with seeds in a row as there are kinds.
     *
     * @param count faults in it, at least 2
     */
    static ChaosSchedule of(long seed, int count) {
        var random = new SplittableRandom(seed);
        var kinds = new ArrayList<FaultKind>();
        kinds.add(KINDS[Math.floorMod(seed, KINDS.length)]);
        kinds.add(KINDS[Math.floorMod(seed + KINDS.length / 2 - 1, KINDS.length)]);
        while (kinds.size() < count) {
            kinds.add(KINDS[random.nextInt(KINDS.length)]);
        }
        var faults = new ArrayList<Fault>();
        while (!kinds.isEmpty()) {
            faults.add(fault(kinds.remove(random.nextInt(kinds.size())), random));
        }
        return new ChaosSchedule(seed, faults, random.nextBoolean());
    }

    private static Fault fault(FaultKind kind, SplittableRandom random) {
        var pause = random.nextInt(LONGEST_PAUSE_MILLIS);
        var length = random.nextInt(kind.atLeastMillis(), kind.atMostMillis() + 1);
        long size =
                switch (kind) {
                    case LINK_DELAYED -> random.nextInt(5, 200);
                    case LINK_CUT -> random.nextInt(2, 60);
                    case APPEND_ONLY_FILE_CUT -> {
                        int bits = random.nextInt(LEAST_BITS, MOST_BITS);
                        yield random.nextLong(1L << bits, 1L << (bits + 1));
                    }
                    default -> 0;
                };
        return new Fault(kind, Duration.ofMillis(pause), Duration.ofMillis(length), size);
    }

    /** Whether Redis may forget something that it had acknowledged. */
    boolean losesMemory() {
        return faults.stream().anyMatch(fault -> fault.kind().losesMemory());
    }

    @Override
    public String toString() {
        var words = faults.stream().map(Fault::toString).collect(Collectors.toCollection(ArrayList::new));
        if (quietEnd) {
            words.add(words.size() - 1, "load ends");
        }
        return "seed " + seed + ": " + String.join("; ", words);
    }
}
