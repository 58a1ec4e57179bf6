package io.quotaledger.ledgerservice.auth;

/** Names of roles and of what authentications carry. */
final class Roles {
    /** May do everything. */
    static final String OPERATOR = "operator";
    /** May read one tenant. */
    static final String TENANT_READER = "tenant-reader";
    /** Attribute of a reader: the tenant. */
    static final String TENANT = "tenant";

    private Roles() {}
}
