package io.quotaledger.quickstart.opening;

/** How well a tenant is funded for what its callers are going to ask for. */
public enum Funding {
    /** More than enough at each level. */
    AMPLE,
    /** The org's wallet lasts for about half of it. */
    SHORT_WALLET,
    /** The budget of the first app lasts for about half of it. */
    SHORT_APP,
    /** The budget of the first app's first key lasts for about half of it. */
    SHORT_KEY
}
