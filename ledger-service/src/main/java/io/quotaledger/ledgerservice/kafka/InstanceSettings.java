package io.quotaledger.ledgerservice.kafka;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;

/**
 * This instance of the service.
 *
 * @param id stands in the source of events, and makes the instance a static member of its consumer groups, so that
 *     after a crash it takes up its partitions at once; differs between instances
 * @param address {@code host:port} under which the other instances reach its HTTP; differs between instances
 */
@ConfigurationProperties("quota.instance")
public record InstanceSettings(
        @Bindable(defaultValue = "ledger-1") String id,
        @Bindable(defaultValue = "localhost:8081") String address) {
    /** Source of events that this instance makes. */
    public String source() {
        return "service/" + id;
    }
}
