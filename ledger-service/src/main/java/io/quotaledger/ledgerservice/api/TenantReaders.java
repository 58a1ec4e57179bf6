package io.quotaledger.ledgerservice.api;

import io.quotaledger.ledgerservice.ledger.LedgerRunner;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.streamstopology.query.LedgerReader;
import jakarta.inject.Singleton;

/** The read side of the ledger for tenants that are there. */
@Singleton
final class TenantReaders {
    private final LedgerRunner ledger;

    TenantReaders(LedgerRunner ledger) {
        this.ledger = ledger;
    }

    /**
     * Reads of a tenant.
     *
     * @throws ProblemException with 404 if there is no such tenant
     */
    LedgerReader of(String tenantId) {
        var reader = ledger.reader();
        if (reader.tenant(tenantId).isEmpty()) {
            throw ProblemException.of(ProblemKind.NOT_FOUND, "There is no tenant '" + tenantId + "'.");
        }
        return reader;
    }
}
