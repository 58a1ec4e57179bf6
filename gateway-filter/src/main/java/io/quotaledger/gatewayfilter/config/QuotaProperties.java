package io.quotaledger.gatewayfilter.config;

import io.quotaledger.gatewayfilter.outage.OutageRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the quota filter.
 *
 * @param enabled Whether requests are prepaid at all.
 * @param instanceId Name of this gateway in events; random by default.
 * @param apiKeyHeaders Headers that may carry the API key; Authorization carries it after "Bearer".
 * @param maxRequestBytes Largest request body; larger ones are refused with 413.
 * @param seedWait How long a request waits for an account that Redis does not hold yet.
 * @param outage What becomes of requests that Redis cannot decide on: it does not answer, does not hold an account, or its outbox is full.
 * @param kafka Connection to Kafka.
 * @param schemaRegistry Connection to the schema registry.
 * @param redis Connection to Redis.
 * @param drain How far an answer is read on after its client has gone, to learn what it cost.
 * @param outboxRelay Republishing of events that were not acknowledged by Kafka.
 * @param gateway Spring Cloud Gateway.
 * @param webflux Plain WebFlux applications.
 */
@ConfigurationProperties("quota")
public record QuotaProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String instanceId,
        @DefaultValue({"Authorization", "x-api-key"}) List<String> apiKeyHeaders,
        @DefaultValue("10MB") DataSize maxRequestBytes,
        @DefaultValue("1s") Duration seedWait,
        @DefaultValue Outage outage,
        @DefaultValue Kafka kafka,
        @DefaultValue SchemaRegistry schemaRegistry,
        @DefaultValue Redis redis,
        @DefaultValue Drain drain,
        @DefaultValue OutboxRelay outboxRelay,
        @DefaultValue Gateway gateway,
        @DefaultValue Webflux webflux) {

    /**
     * What becomes of requests that Redis cannot decide on.
     *
     * @param policy Refuse them (closed), admit them (open), or admit them up to a share of the last known balance (bounded), unless
     *     their route or plan says otherwise.
     * @param share For bounded: percent of the balance of each account that this gateway saw last, 1 to 100.
     * @param probeInterval Time between tries to write to a Redis that does not answer.
     */
    public record Outage(
            @DefaultValue("closed") OutageRule.Policy policy,
            @DefaultValue("10") int share,
            @DefaultValue("500ms") Duration probeInterval) {
        /** The rule. */
        public OutageRule rule() {
            return new OutageRule(policy, share);
        }
    }

    /**
     * Connection to Kafka.
     *
     * @param bootstrapServers Brokers to connect to first, separated by commas.
     * @param properties Further properties of the Kafka clients, such as TLS and SASL settings.
     */
    public record Kafka(
            @DefaultValue("localhost:9092") String bootstrapServers,
            @DefaultValue Map<String, String> properties) {}

    /**
     * Connection to the schema registry.
     *
     * @param url Base URLs of a registry with Confluent's REST API, separated by commas.
     * @param properties Further properties of the serdes, such as schema.registry.basic.auth.user.info.
     */
    public record SchemaRegistry(
            @DefaultValue("http://localhost:8081") String url,
            @DefaultValue Map<String, String> properties) {}

    /**
     * Connection to Redis.
     *
     * @param uri Address: redis://, rediss:// or redis-socket://, with user, password and database.
     * @param commandTimeout Longest wait for an answer.
     * @param connectTimeout Longest wait for a connection.
     * @param requestQueueSize Commands under way, beyond which requests are refused at once.
     * @param outboxLimit Events that may wait for Kafka in each of the 1,024 outboxes, beyond which nothing is admitted into it.
     */
    public record Redis(
            @DefaultValue("redis://localhost:6379") String uri,
            @DefaultValue("250ms") Duration commandTimeout,
            @DefaultValue("1s") Duration connectTimeout,
            @DefaultValue("8192") int requestQueueSize,
            @DefaultValue("100000") int outboxLimit) {}

    /**
     * How far an answer is read on after its client has gone.
     *
     * @param time Longest time; 0 leaves the upstream at once and charges an estimate.
     * @param bytes Most bytes.
     */
    public record Drain(
            @DefaultValue("60s") Duration time,
            @DefaultValue("10MB") DataSize bytes) {}

    /**
     * Republishing of events that were not acknowledged by Kafka.
     *
     * @param enabled Whether this gateway takes part in it.
     */
    public record OutboxRelay(@DefaultValue("true") boolean enabled) {}

    /**
     * Spring Cloud Gateway.
     *
     * @param global Whether all routes are prepaid, but for those with the metadata quota.enabled=false; else only routes with the
     *     Prepay filter are.
     */
    public record Gateway(@DefaultValue("false") boolean global) {}

    /**
     * Plain WebFlux applications.
     *
     * @param paths Path patterns of the requests that are prepaid, such as /v1/**; none by default.
     */
    public record Webflux(@DefaultValue List<String> paths) {}
}
