package io.quotaledger.streamstopology.ledger;

/**
 * What the ledger has seen of an open generation.
 *
 * @param number from 0
 * @param executions executions stamped with it
 * @param sum what they changed
 */
public record Generation(long number, long executions, StoreDelta sum) {
    Generation with(StoreDelta delta) {
        return new Generation(number, executions + 1, sum.plus(delta));
    }
}
