package io.quotaledger.quickstart.check;

import io.quotaledger.quickstart.opening.LedgerApi;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Balances as the ledger service answers them. */
public final class LedgerView {
    private final LedgerApi api;

    /** Over the service's API. */
    public LedgerView(LedgerApi api) {
        this.api = api;
    }

    /** All accounts of a tenant. */
    public Map<Account, Figures> balances(String tenantId) {
        var accounts = new TreeMap<Account, Figures>();
        for (var row : api.get("/v1/tenants/" + tenantId + "/balances").path("balances")) {
            accounts.put(
                    new Account(
                            tenantId,
                            row.path("level").asString().toLowerCase(Locale.ROOT),
                            row.path("scope").asString(),
                            row.path("meter").asString(),
                            row.path("period").asString("-")),
                    new Figures(
                            row.path("granted").longValue(),
                            row.path("reserved").longValue(),
                            row.path("consumed").longValue()));
        }
        return accounts;
    }
}
