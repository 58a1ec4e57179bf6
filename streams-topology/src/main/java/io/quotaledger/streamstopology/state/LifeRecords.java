package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.avro.state.GenerationState;
import io.quotaledger.schemas.avro.state.PendingUpdateState;
import io.quotaledger.schemas.avro.state.WaitingCheckpointState;
import io.quotaledger.streamstopology.ledger.Checkpoint;
import io.quotaledger.streamstopology.ledger.Checkpoints;
import io.quotaledger.streamstopology.ledger.Generation;
import io.quotaledger.streamstopology.ledger.Generations;
import io.quotaledger.streamstopology.ledger.PendingUpdate;
import io.quotaledger.streamstopology.ledger.StoreDelta;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.ledger.StoreLife;
import io.quotaledger.streamstopology.ledger.WaitingCheckpoint;
import io.quotaledger.streamstopology.records.Accounts;
import java.time.Instant;

/** An account's life in Redis as part of its record, and back. */
final class LifeRecords {
    private LifeRecords() {}

    static StoreLife life(AccountState state) {
        return new StoreLife(
                state.getEpoch(),
                state.getSeededAt(),
                state.getBase() == null ? null : Accounts.figures(state.getBase()),
                new Generations(
                        state.getClosedGeneration(),
                        state.getClosedExecutions(),
                        state.getGenerations().stream()
                                .map(LifeRecords::generation)
                                .toList()),
                state.getUpdateNumber(),
                state.getConfirmedUpdate(),
                new Checkpoints(
                        state.getCheckpoints(),
                        state.getWaitingCheckpoints().stream()
                                .map(waiting -> waiting(waiting, state.getEpoch()))
                                .toList(),
                        state.getTakenBy(),
                        state.getJudgedAt()),
                state.getUnheardSeeds());
    }

    static AccountState.Builder write(StoreLife life, AccountState.Builder state) {
        var generations = life.generations();
        var checkpoints = life.checkpoints();
        return state.setEpoch(life.epoch())
                .setSeededAt(life.seededAt())
                .setBase(life.base() == null ? null : Accounts.figures(life.base()))
                .setClosedGeneration(generations.closed())
                .setClosedExecutions(generations.closedExecutions())
                .setGenerations(
                        generations.open().stream().map(LifeRecords::state).toList())
                .setUpdateNumber(life.updateNumber())
                .setConfirmedUpdate(life.confirmedUpdate())
                .setCheckpoints(checkpoints.arrived())
                .setWaitingCheckpoints(
                        checkpoints.waiting().stream().map(LifeRecords::state).toList())
                .setTakenBy(checkpoints.takenBy())
                .setJudgedAt(checkpoints.judgedAt())
                .setUnheardSeeds(life.unheardSeeds());
    }

    static PendingUpdate update(PendingUpdateState state) {
        return new PendingUpdate(
                state.getNumber(),
                new StoreDelta(state.getGranted(), state.getReserved(), state.getConsumed()),
                state.getUncapped(),
                state.getCheckpointsBefore(),
                state.getMadeAt());
    }

    static PendingUpdateState state(StoreInstruction.Update update, StoreLife life, Instant madeAt) {
        return PendingUpdateState.newBuilder()
                .setNumber(update.number())
                .setGranted(update.delta().granted())
                .setReserved(update.delta().reserved())
                .setConsumed(update.delta().consumed())
                .setUncapped(update.uncapped())
                .setCheckpointsBefore(life.checkpoints().arrived())
                .setMadeAt(madeAt)
                .build();
    }

    private static Generation generation(GenerationState state) {
        return new Generation(
                state.getGeneration(),
                state.getExecutions(),
                new StoreDelta(0, state.getReserved(), state.getConsumed()));
    }

    private static GenerationState state(Generation generation) {
        return new GenerationState(
                generation.number(),
                generation.executions(),
                generation.sum().reserved(),
                generation.sum().consumed());
    }

    private static WaitingCheckpoint waiting(WaitingCheckpointState state, long epoch) {
        var checkpoint = new Checkpoint(
                state.getEventId(),
                state.getTime(),
                epoch,
                state.getGeneration(),
                state.getExecutions(),
                state.getUpdateNumber(),
                Accounts.figures(state.getFigures()));
        return new WaitingCheckpoint(checkpoint, state.getNumber(), state.getReceivedAt());
    }

    private static WaitingCheckpointState state(WaitingCheckpoint waiting) {
        var checkpoint = waiting.checkpoint();
        return new WaitingCheckpointState(
                checkpoint.eventId(),
                checkpoint.time(),
                checkpoint.generation(),
                checkpoint.executions(),
                checkpoint.updateNumber(),
                Accounts.figures(checkpoint.figures()),
                waiting.number(),
                waiting.receivedAt());
    }
}
