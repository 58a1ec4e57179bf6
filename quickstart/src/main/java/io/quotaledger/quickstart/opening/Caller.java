package io.quotaledger.quickstart.opening;

/** The key that makes a call. */
public record Caller(String tenantId, String appId, String keyId) {}
