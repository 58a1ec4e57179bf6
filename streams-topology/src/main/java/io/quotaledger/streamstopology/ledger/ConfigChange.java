package io.quotaledger.streamstopology.ledger;

import java.util.List;

/** What gateways must learn about a tenant, an app or a key: its effective accounts. */
public sealed interface ConfigChange {
    /** Accounts in the order of the path. */
    List<AccountLimit> accounts();

    /** The tenant with the accounts of its org. */
    record OfTenant(Tenant tenant, List<AccountLimit> accounts) implements ConfigChange {}

    /** An app. */
    record OfApp(String appId, String name, List<AccountLimit> accounts) implements ConfigChange {}

    /** A key. */
    record OfKey(String appId, String keyId, String keyHash, List<AccountLimit> accounts) implements ConfigChange {}
}
