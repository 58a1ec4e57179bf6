package io.quotaledger.streamstopology.ledger;

/** Why Redis gets an instruction; the meaning of each is in the contract, {@code UpdateReason}. */
public enum InstructionReason {
    SEED_REQUESTED,
    CORRECTION,
    DRIFT,
    OTHER_EPOCH,
    CLOSED_GENERATION,
    UPDATES_LOST,
    EXECUTIONS_LOST,
    UPDATE_UNCONFIRMED
}
