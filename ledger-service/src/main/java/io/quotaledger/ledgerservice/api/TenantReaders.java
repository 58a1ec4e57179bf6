package io.quotaledger.ledgerservice.api;

import io.quotaledger.ledgerservice.kafka.InstanceSettings;
import io.quotaledger.ledgerservice.ledger.LedgerRunner;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.streamstopology.query.LedgerReader;
import io.quotaledger.streamstopology.query.StoreNotReadyException;
import jakarta.inject.Singleton;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** The read side of the ledger for tenants that are there, and here. */
@Singleton
final class TenantReaders {
    private final LedgerRunner ledger;
    private final HostInfo here;

    TenantReaders(LedgerRunner ledger, InstanceSettings instance) {
        this.ledger = ledger;
        this.here = HostInfo.buildFromEndpoint(instance.address());
    }

    /**
     * Reads of a tenant, which hold all that was committed before this call; to be used for one request.
     *
     * @throws OwnedElsewhereException if another instance answers for the tenant
     * @throws StoreNotReadyException if it is not certain that this one does
     * @throws ProblemException with 404 if there is no such tenant
     */
    LedgerReader of(String tenantId) {
        return of(tenantId, null);
    }

    /**
     * The same for a request with a body.
     *
     * @param body the body as it was read, to be passed on
     */
    LedgerReader of(String tenantId, @Nullable Object body) {
        var owner = ledger.owners().addressOf(tenantId);
        if (!owner.equals(here)) {
            throw new OwnedElsewhereException(owner, body);
        }
        ledger.owners().requireHere(tenantId);
        var reader = ledger.reader();
        if (reader.tenant(tenantId).isEmpty()) {
            throw ProblemException.of(ProblemKind.NOT_FOUND, "There is no tenant '" + tenantId + "'.");
        }
        return reader;
    }
}
