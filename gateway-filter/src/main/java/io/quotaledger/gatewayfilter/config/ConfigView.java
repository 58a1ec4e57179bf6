package io.quotaledger.gatewayfilter.config;

import io.quotaledger.gatewayfilter.pricing.PriceList;
import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.avro.AppConfig;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.KeyConfig;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.TenantConfig;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The latest version of everything in {@code quota-config}, in memory. Safe for all threads; lookups never block. */
public final class ConfigView {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigView.class);

    private final Map<String, ConfigEntry> entries = new ConcurrentHashMap<>();
    private final Map<String, PriceList> priceLists = new ConcurrentHashMap<>();
    private volatile boolean ready;

    /** Whether all that was in the topic at start has been read. */
    public boolean isReady() {
        return ready;
    }

    /** Number of things held. */
    public int size() {
        return entries.size();
    }

    /** The API key whose secret has this hash (SHA-256, lower-case hex). */
    public Optional<KeyConfig> key(String keyHash) {
        return entry(ConfigKeys.key(keyHash)).map(ConfigEntry::getKey);
    }

    /** A tenant. */
    public Optional<TenantConfig> tenant(String tenantId) {
        return entry(ConfigKeys.tenant(tenantId)).map(ConfigEntry::getTenant);
    }

    /** An app of a tenant. */
    public Optional<AppConfig> app(String tenantId, String appId) {
        return entry(ConfigKeys.app(tenantId, appId)).map(ConfigEntry::getApp);
    }

    /** A plan. */
    public Optional<Plan> plan(String planId) {
        return entry(ConfigKeys.plan(planId)).map(ConfigEntry::getPlan);
    }

    /** A price book, made ready to price with. */
    public Optional<PriceList> priceList(String priceBookId) {
        return Optional.ofNullable(priceLists.get(priceBookId));
    }

    /** Takes over one record of the topic; null removes the thing. */
    public void apply(String key, @Nullable ConfigEntry entry) {
        if (entry == null) {
            var removed = entries.remove(key);
            if (removed != null && removed.getPriceBook() != null) {
                priceLists.remove(removed.getPriceBook().getPriceBookId());
            }
            return;
        }
        if (entry.getPriceBook() != null) {
            try {
                priceLists.put(entry.getPriceBook().getPriceBookId(), new PriceList(entry.getPriceBook()));
            } catch (IllegalArgumentException e) {
                LOG.error("Price book {} is not usable, the version before stays in force", key, e);
                return;
            }
        }
        entries.put(key, entry);
    }

    /** All that was in the topic at start is here. */
    public void markReady() {
        ready = true;
    }

    private Optional<ConfigEntry> entry(String key) {
        return Optional.ofNullable(entries.get(key));
    }
}
