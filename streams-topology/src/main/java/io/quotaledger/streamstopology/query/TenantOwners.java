package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.Topic;
import io.quotaledger.streamstopology.state.StoreNames;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ClassicGroupDescription;
import org.apache.kafka.clients.admin.DescribeClassicGroupsOptions;
import org.apache.kafka.common.ClassicGroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Which instance answers for a tenant: the one that has the active copy of its partition. An instance that was stopped or cut
 * off for a while believes to be the owner of what others have taken over and booked on; only the group's coordinator knows.
 */
public final class TenantOwners {
    private final StreamsStores stores;
    private final KafkaStreams streams;
    private final GroupMembers members;
    private final Admin admin;
    private final String group;
    private final Duration within;

    /**
     * @param streams the ledger in this process, with its {@code application.server} set
     * @param members the clients that it runs with
     * @param admin to ask the coordinator with; stays the caller's to close
     * @param group application id
     * @param within how long the coordinator's answer is waited for
     */
    public TenantOwners(KafkaStreams streams, GroupMembers members, Admin admin, String group, Duration within) {
        this.stores = new StreamsStores(streams);
        this.streams = streams;
        this.members = members;
        this.admin = admin;
        this.group = group;
        this.within = within;
    }

    /**
     * Address of the owner, as this instance was told at the last rebalance: where to ask, not a proof.
     *
     * @throws StoreNotReadyException if no owner is known
     */
    public HostInfo addressOf(String tenantId) {
        return stores.owner(StoreNames.TENANT, tenantId).activeHost();
    }

    /**
     * Makes sure that the partition is this instance's now. What is read of the tenant from its stores afterwards holds all that any
     * instance had committed before this call: nobody else books while the partition is this instance's, and a copy that it had before
     * somebody else did is closed before it joins the group again.
     *
     * @throws StoreNotReadyException if it is another's or nobody's, or the coordinator gives no answer
     */
    public void requireHere(String tenantId) {
        var partition = new TopicPartition(
                Topic.EVENTS.topicName(),
                stores.owner(StoreNames.TENANT, tenantId).partition());
        try {
            var here = members.of(streams.metadataForLocalThreads().stream()
                    .map(ThreadMetadata::consumerClientId)
                    .toList());
            var described = describe();
            var isHere = described.state() == ClassicGroupState.STABLE
                    && described.members().stream()
                            .filter(member -> here.contains(member.consumerId()))
                            .anyMatch(member ->
                                    member.assignment().topicPartitions().contains(partition));
            if (!isHere) {
                throw new IllegalStateException(partition + " is not assigned to this instance, the group is "
                        + described.state().toString());
            }
        } catch (IllegalStateException | KafkaException e) {
            throw new StoreNotReadyException(StoreNames.TENANT, e);
        }
    }

    private ClassicGroupDescription describe() {
        var options = new DescribeClassicGroupsOptions().timeoutMs((int) within.toMillis());
        try {
            return admin.describeClassicGroups(List.of(group), options)
                    .all()
                    .get(within.toMillis(), TimeUnit.MILLISECONDS)
                    .values()
                    .iterator()
                    .next();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the coordinator of " + group + " gives no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
