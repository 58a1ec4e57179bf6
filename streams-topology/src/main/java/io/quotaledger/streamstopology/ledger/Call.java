package io.quotaledger.streamstopology.ledger;

/** The call that a reservation belongs to; kept for the record, nothing is decided by it. */
public record Call(String appId, String keyId, String route, String model, String priceBookId, long priceVersion) {}
