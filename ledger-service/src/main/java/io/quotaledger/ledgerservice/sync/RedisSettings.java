package io.quotaledger.ledgerservice.sync;

import io.micronaut.context.annotation.ConfigurationProperties;

/**
 * Where Redis is.
 *
 * @param uri {@code redis://host:port}, {@code rediss://} with TLS
 */
@ConfigurationProperties("quota.redis")
public record RedisSettings(String uri) {}
