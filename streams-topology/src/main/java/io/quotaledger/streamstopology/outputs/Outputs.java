package io.quotaledger.streamstopology.outputs;

import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.avro.AccountBalance;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AppConfig;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.KeyConfig;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.TenantConfig;
import io.quotaledger.schemas.avro.Update;
import io.quotaledger.schemas.avro.UpdateReason;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.streamstopology.ledger.ConfigChange;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.records.Accounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the fold decided, as records of the topics. */
public final class Outputs {
    private Outputs() {}

    /** The latest balance of an account. */
    public static AccountBalance balance(AccountState state) {
        return AccountBalance.newBuilder()
                .setTenantId(state.getTenantId())
                .setAccount(state.getAccount())
                .setBalance(state.getBalance())
                .setUncapped(state.getUncapped())
                .setNumber(state.getNumber())
                .setTime(state.getTime())
                .build();
    }

    /** An answer to the event. */
    public static Outcome outcome(QuotaEvent event, io.quotaledger.streamstopology.ledger.Outcome outcome) {
        return new Outcome(
                event.getTenantId(),
                event.getEventId(),
                event.getTime(),
                outcome.accepted(),
                outcome.code().word(),
                outcome.detail());
    }

    /** An instruction to Redis that the event caused. */
    public static StoreUpdate storeUpdate(QuotaEvent event, StoreInstruction instruction) {
        return StoreUpdate.newBuilder()
                .setTenantId(event.getTenantId())
                .setAccount(Accounts.ref(instruction.account()))
                .setEpoch(instruction.epoch())
                .setReason(
                        instruction instanceof StoreInstruction.Seed
                                ? UpdateReason.SEED_REQUESTED
                                : UpdateReason.CORRECTION)
                .setEventId(event.getEventId())
                .setSeed(instruction instanceof StoreInstruction.Seed seed ? seed(seed) : null)
                .setUpdate(instruction instanceof StoreInstruction.Update update ? update(update) : null)
                .setExpiresAt(instruction.endsAt())
                .build();
    }

    /** Key of a change in {@code quota-config}. */
    public static String configKey(String tenantId, ConfigChange change) {
        if (change instanceof ConfigChange.OfApp app) {
            return ConfigKeys.app(tenantId, app.appId());
        }
        return change instanceof ConfigChange.OfKey key ? ConfigKeys.key(key.keyHash()) : ConfigKeys.tenant(tenantId);
    }

    /** A change for {@code quota-config}. */
    public static ConfigEntry config(String tenantId, ConfigChange change) {
        var entry = ConfigEntry.newBuilder();
        if (change instanceof ConfigChange.OfTenant of) {
            entry.setTenant(new TenantConfig(
                    tenantId,
                    of.tenant().name(),
                    of.tenant().zone().getId(),
                    of.tenant().plan().planId(),
                    of.tenant().plan().version(),
                    limits(change)));
        } else if (change instanceof ConfigChange.OfApp of) {
            entry.setApp(new AppConfig(tenantId, of.appId(), of.name(), limits(change)));
        } else if (change instanceof ConfigChange.OfKey of) {
            entry.setKey(new KeyConfig(tenantId, of.appId(), of.keyId(), of.keyHash(), limits(change)));
        }
        return entry.build();
    }

    private static List<AccountLimit> limits(ConfigChange change) {
        return change.accounts().stream().map(Accounts::limit).toList();
    }

    private static Seed seed(StoreInstruction.Seed seed) {
        return Seed.newBuilder()
                .setGranted(seed.balance().granted())
                .setReserved(seed.balance().reserved())
                .setConsumed(seed.balance().consumed())
                .setOverageLeft(null)
                .setUncapped(seed.uncapped())
                .build();
    }

    private static Update update(StoreInstruction.Update update) {
        var delta = update.delta();
        @Nullable Boolean uncapped = update.uncapped();
        return new Update(update.number(), delta.granted(), delta.reserved(), delta.consumed(), uncapped);
    }
}
