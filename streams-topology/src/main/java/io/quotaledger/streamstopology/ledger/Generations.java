package io.quotaledger.streamstopology.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The executions of a life that the ledger has seen, by generation.
 *
 * @param closed last generation that a checkpoint has closed, -1 if none
 * @param closedExecutions executions up to it
 * @param open those after it of which something was seen, in order
 */
public record Generations(long closed, long closedExecutions, List<Generation> open) {
    /** A life begins. */
    static final Generations NONE = new Generations(-1, 0, List.of());

    public Generations {
        open = List.copyOf(open);
        var isInOrder = closed >= -1 && closedExecutions >= 0;
        var last = closed;
        for (var generation : open) {
            isInOrder &= generation.number() > last && generation.executions() > 0;
            last = generation.number();
        }
        BrokenInvariantException.check(isInOrder, "generations are open in order and not empty", closed + " " + open);
    }

    Generations executed(long generation, StoreDelta delta) {
        var next = new ArrayList<>(open);
        for (int i = 0; i < next.size(); i++) {
            if (next.get(i).number() == generation) {
                next.set(i, next.get(i).with(delta));
                return new Generations(closed, closedExecutions, next);
            }
        }
        next.add(new Generation(generation, 1, delta));
        next.sort(Comparator.comparingLong(Generation::number));
        return new Generations(closed, closedExecutions, next);
    }

    /** All executions seen up to the end of a generation. */
    long executionsUpTo(long generation) {
        return closedExecutions
                + open.stream()
                        .filter(seen -> seen.number() <= generation)
                        .mapToLong(Generation::executions)
                        .sum();
    }

    /** What the open generations up to this one changed. */
    StoreDelta sumUpTo(long generation) {
        return open.stream()
                .filter(seen -> seen.number() <= generation)
                .map(Generation::sum)
                .reduce(StoreDelta.NONE, StoreDelta::plus);
    }

    /** Nothing of these counts any more: a checkpoint had so many executions. */
    Generations close(long generation, long executions) {
        return new Generations(
                generation,
                executions,
                open.stream().filter(seen -> seen.number() > generation).toList());
    }
}
