package io.quotaledger.streamstopology.ledger;

/** Where in a tenant's hierarchy an account stands. */
public enum Level {
    ORG,
    APP,
    KEY,
    USER
}
