package io.quotaledger.schemas;

/** Keys of {@code quota-config}; '/' is in no id, so they never collide. */
public final class ConfigKeys {
    private ConfigKeys() {}

    /** Key of a plan. */
    public static String plan(String planId) {
        return "plan/" + planId;
    }

    /** Key of a price book. */
    public static String priceBook(String priceBookId) {
        return "price-book/" + priceBookId;
    }

    /** Key of a tenant. */
    public static String tenant(String tenantId) {
        return "tenant/" + tenantId;
    }

    /** Key of an app. */
    public static String app(String tenantId, String appId) {
        return "app/" + tenantId + "/" + appId;
    }

    /** Key of an API key: the SHA-256 of its secret in lower-case hex. */
    public static String key(String keyHash) {
        return "key/" + keyHash;
    }
}
