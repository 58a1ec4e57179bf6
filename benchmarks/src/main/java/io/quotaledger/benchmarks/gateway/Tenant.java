package io.quotaledger.benchmarks.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.Periods;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AppConfig;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.KeyConfig;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.TenantConfig;
import io.quotaledger.schemas.avro.UpdateReason;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An organisation with one application and one key. Its calls are charged on three accounts: a wallet of the organisation, a budget of
 * the application for the month, a budget of the key for the day.
 *
 * @param id its id
 * @param keyFunds what the key may use in a day; the other accounts have more than any run takes
 */
record Tenant(String id, long keyFunds) {
    /** More than any run takes. */
    static final long FUNDS = 1_000_000_000_000_000L;

    private static final String APP = "chat";
    private static final String KEY = "k1";

    private enum Account {
        WALLET(Level.ORG, AccountKeys.NONE, PeriodKind.NONE),
        APP_BUDGET(Level.APP, APP, PeriodKind.MONTH),
        KEY_BUDGET(Level.KEY, AccountKeys.keyScope(APP, KEY), PeriodKind.DAY);

        private final Level level;
        private final String scope;
        private final PeriodKind period;

        Account(Level level, String scope, PeriodKind period) {
            this.level = level;
            this.scope = scope;
            this.period = period;
        }

        private List<AccountLimit> limits() {
            return List.of(new AccountLimit(Catalogue.METER, period, period == PeriodKind.NONE ? null : FUNDS));
        }
    }

    /** The API key. */
    String secret() {
        return "sk-" + id + "-0123456789abcdef";
    }

    /** What {@code quota-config} says of it, by key. */
    Map<String, ConfigEntry> config() {
        var tenant = new ConfigEntry();
        tenant.setTenant(new TenantConfig(id, id, "UTC", Catalogue.PLAN, 1L, Account.WALLET.limits()));
        var app = new ConfigEntry();
        app.setApp(new AppConfig(id, APP, APP, Account.APP_BUDGET.limits()));
        var key = new ConfigEntry();
        key.setKey(new KeyConfig(id, APP, KEY, hash(), Account.KEY_BUDGET.limits()));
        var config = new LinkedHashMap<String, ConfigEntry>();
        config.put(ConfigKeys.tenant(id), tenant);
        config.put(ConfigKeys.app(id, APP), app);
        config.put(ConfigKeys.key(hash()), key);
        return config;
    }

    /** What seeds its accounts, those of the periods at this time and of the periods after them. */
    Stream<StoreUpdate> seeds(Instant now) {
        return Stream.of(Account.values()).flatMap(account -> periods(account.period, now)
                .map(period -> new AccountKey(id, account.level, account.scope, Catalogue.METER, period))
                .map(key -> seed(key, account == Account.KEY_BUDGET ? keyFunds : FUNDS)));
    }

    private static Stream<String> periods(PeriodKind kind, Instant now) {
        if (kind == PeriodKind.NONE) {
            return Stream.of(AccountKeys.NONE);
        }
        var current = Periods.at(kind, ZoneOffset.UTC, now);
        return Stream.of(
                current.id(), Periods.next(kind, ZoneOffset.UTC, current).id());
    }

    private StoreUpdate seed(AccountKey key, long granted) {
        return StoreUpdate.newBuilder()
                .setTenantId(id)
                .setAccount(key.toRef())
                .setEpoch(1L)
                .setReason(UpdateReason.CORRECTION)
                .setEventId("seed")
                .setSeed(new Seed(granted, 0L, 0L, null, false))
                .build();
    }

    private String hash() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(secret().getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
