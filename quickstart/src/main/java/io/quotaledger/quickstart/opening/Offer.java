package io.quotaledger.quickstart.opening;

/** The plans on sale. */
public enum Offer {
    /** Pays by price; counted in millionths of a usd. */
    PAY_AS_YOU_GO("pay-as-you-go", "usd"),
    /** Bought tokens in advance; calls are counted as well, without a limit. */
    TOKEN_PACK("token-pack", "tokens"),
    /** As {@link #TOKEN_PACK}, with holds of a few seconds, to watch reservations expire. */
    SHORT_HOLD("short-hold", "tokens");

    private final String planId;
    private final String meter;

    Offer(String planId, String meter) {
        this.planId = planId;
        this.meter = meter;
    }

    /** Id of the plan. */
    public String planId() {
        return planId;
    }

    /** Meter that is granted and limited. */
    public String meter() {
        return meter;
    }
}
