package io.quotaledger.streamstopology.ledger;

/** The life (epoch, from 1) and generation (from 0) of an account in Redis in which a script changed it. */
public record StoreStamp(long epoch, long generation) {}
