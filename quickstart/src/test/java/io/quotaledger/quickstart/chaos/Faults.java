package io.quotaledger.quickstart.chaos;

import io.quotaledger.quickstart.running.RunningSystem;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Carries faults out. When one is over, all processes run and answer again. */
final class Faults {
    private final RunningSystem system;
    private final Store store;
    private final List<Long> gatewayKills = new CopyOnWriteArrayList<>();

    Faults(RunningSystem system, Store store) {
        this.system = system;
        this.store = store;
    }

    /** When gateways were killed, by {@link System#nanoTime}. */
    List<Long> gatewayKills() {
        return List.copyOf(gatewayKills);
    }

    /** Lets the pause pass, then the fault happen. */
    void inject(Fault fault) {
        pass(fault.pause());
        inflict(fault);
    }

    private void inflict(Fault fault) {
        var link = store.link();
        switch (fault.kind()) {
            case GATEWAY_KILLED -> {
                gatewayKills.add(System.nanoTime());
                system.gateway().kill();
                pass(fault.length());
                system.restartGateway();
            }
            case GATEWAY_SUSPENDED -> {
                system.gateway().suspend();
                pass(fault.length());
                system.gateway().resume();
            }
            case SERVICE_KILLED -> {
                system.service().kill();
                pass(fault.length());
                system.restartService();
            }
            case SERVICE_SUSPENDED -> {
                system.service().suspend();
                pass(fault.length());
                system.service().resume();
            }
            case BROKER_KILLED -> {
                system.kafka().kill();
                pass(fault.length());
                system.kafka().restart();
            }
            case BROKER_SUSPENDED -> {
                system.kafka().suspend();
                pass(fault.length());
                system.kafka().resume();
            }
            case REDIS_KILLED -> {
                store.node().kill();
                pass(fault.length());
                store.node().restart();
            }
            case REDIS_SUSPENDED -> {
                store.node().suspend();
                pass(fault.length());
                store.node().resume();
            }
            case REDIS_FLUSHED -> store.flushAll();
            case SCRIPTS_FLUSHED -> store.flushScripts();
            case APPEND_ONLY_FILE_CUT -> {
                store.cutAppendOnlyFile(fault.size());
                pass(fault.length());
                store.node().restart();
            }
            case REPLICA_PROMOTED -> store.failOver(() -> pass(fault.length()));
            case LINK_DELAYED -> misbehave(fault, () -> link.delay(Duration.ofMillis(fault.size())));
            case LINK_HELD -> misbehave(fault, link::hold);
            case LINK_DROPPED -> misbehave(fault, link::drop);
            case LINK_CUT -> misbehave(fault, () -> link.cutAtAnswer((int) fault.size()));
        }
    }

    private void misbehave(Fault fault, Runnable how) {
        how.run();
        pass(fault.length());
        store.link().heal();
    }

    private static void pass(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
