package io.quotaledger.streamstopology.ledger;

/**
 * The figures of an account that Redis and the ledger share.
 *
 * @param granted issued + overage - expired
 * @param reserved sum of open reservations
 * @param consumed sum of settlements
 * @param uncapped counted, not checked
 */
public record StoreFigures(long granted, long reserved, long consumed, boolean uncapped) {
    static StoreFigures of(Balance balance, boolean uncapped) {
        return new StoreFigures(balance.granted(), balance.reserved(), balance.consumed(), uncapped);
    }

    StoreFigures plus(StoreDelta delta) {
        return new StoreFigures(
                granted + delta.granted(), reserved + delta.reserved(), consumed + delta.consumed(), uncapped);
    }

    StoreFigures after(PendingUpdate update) {
        var sum = plus(update.delta());
        return new StoreFigures(sum.granted, sum.reserved, sum.consumed, update.uncappedAfter(uncapped));
    }

    StoreDelta minus(StoreFigures other) {
        return new StoreDelta(granted - other.granted, reserved - other.reserved, consumed - other.consumed);
    }
}
