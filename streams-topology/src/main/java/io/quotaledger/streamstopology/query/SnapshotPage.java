package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.avro.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * A page of a tenant's snapshots.
 *
 * @param snapshots snapshots, newest first
 * @param next cursor of the page after this one; empty if this was the last
 */
public record SnapshotPage(List<Snapshot> snapshots, Optional<String> next) {
    public SnapshotPage {
        snapshots = List.copyOf(snapshots);
    }
}
