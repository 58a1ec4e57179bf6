package io.quotaledger.streamstopology.outputs;

import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.avro.AccountBalance;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.Alert;
import io.quotaledger.schemas.avro.AlertKind;
import io.quotaledger.schemas.avro.AppConfig;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.KeyConfig;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.TenantConfig;
import io.quotaledger.schemas.avro.Update;
import io.quotaledger.schemas.avro.UpdateReason;
import io.quotaledger.schemas.avro.Verdict;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.streamstopology.ledger.ConfigChange;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.records.Accounts;
import io.quotaledger.streamstopology.records.Symbols;
import java.time.Instant;
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
    public static Outcome outcome(
            QuotaEvent event, io.quotaledger.streamstopology.ledger.Outcome outcome, long offset) {
        return new Outcome(
                event.getTenantId(),
                event.getEventId(),
                event.getTime(),
                outcome.accepted(),
                outcome.code().word(),
                outcome.detail(),
                offset);
    }

    /** An instruction to Redis that the event caused. */
    public static StoreUpdate storeUpdate(QuotaEvent event, StoreInstruction instruction) {
        return StoreUpdate.newBuilder()
                .setTenantId(event.getTenantId())
                .setAccount(Accounts.ref(instruction.account()))
                .setEpoch(instruction.epoch())
                .setReason(Symbols.same(UpdateReason.class, instruction.reason()))
                .setEventId(event.getEventId())
                .setSeed(instruction instanceof StoreInstruction.Seed seed ? seed(seed) : null)
                .setUpdate(instruction instanceof StoreInstruction.Update update ? update(update) : null)
                .setExpiresAt(instruction.endsAt())
                .build();
    }

    /** A checkpoint that the event brought to a verdict. */
    public static Snapshot snapshot(QuotaEvent event, io.quotaledger.streamstopology.ledger.Snapshot snapshot) {
        var checkpoint = snapshot.checkpoint();
        var drift = snapshot.drift();
        return Snapshot.newBuilder()
                .setTenantId(event.getTenantId())
                .setAccount(Accounts.ref(snapshot.account()))
                .setEventId(checkpoint.eventId())
                .setTime(checkpoint.time())
                .setVerdict(Symbols.same(Verdict.class, snapshot.verdict()))
                .setEpoch(checkpoint.epoch())
                .setGeneration(checkpoint.generation())
                .setUpdateNumber(checkpoint.updateNumber())
                .setLedger(Accounts.figures(snapshot.ledger()))
                .setStore(Accounts.figures(checkpoint.figures()))
                .setDriftGranted(drift.granted())
                .setDriftReserved(drift.reserved())
                .setDriftConsumed(drift.consumed())
                .setMissingEvents(snapshot.missingEvents())
                .setPendingUpdates(snapshot.pendingUpdates())
                .setReason(snapshot.reason() == null ? null : Symbols.same(UpdateReason.class, snapshot.reason()))
                .build();
    }

    /** An alert that the event caused. */
    public static Alert alert(QuotaEvent event, io.quotaledger.streamstopology.ledger.Alert alert, Instant appendTime) {
        return Alert.newBuilder()
                .setTenantId(event.getTenantId())
                .setKind(Symbols.same(AlertKind.class, alert.kind()))
                .setAccount(Accounts.ref(alert.account()))
                .setEventId(event.getEventId())
                .setTime(appendTime)
                .setAmount(alert.amount())
                .setDetail(alert.detail())
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
                .setGranted(seed.figures().granted())
                .setReserved(seed.figures().reserved())
                .setConsumed(seed.figures().consumed())
                .setOverageLeft(null)
                .setUncapped(seed.figures().uncapped())
                .build();
    }

    private static Update update(StoreInstruction.Update update) {
        var delta = update.delta();
        @Nullable Boolean uncapped = update.uncapped();
        return new Update(update.number(), delta.granted(), delta.reserved(), delta.consumed(), uncapped);
    }
}
