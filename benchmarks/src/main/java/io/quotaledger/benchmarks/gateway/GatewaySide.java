package io.quotaledger.benchmarks.gateway;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;

/** Calls through a gateway. */
final class GatewaySide implements Side {
    private final String name;
    private final Operation operation;
    private final Runnable beforeRun;

    /**
     * One side.
     *
     * @param beforeRun brings about the state in which each run begins
     */
    GatewaySide(String name, Operation operation, Runnable beforeRun) {
        this.name = name;
        this.operation = operation;
        this.beforeRun = beforeRun;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void reset() {
        beforeRun.run();
    }

    @Override
    public Operation operation() {
        return operation;
    }
}
