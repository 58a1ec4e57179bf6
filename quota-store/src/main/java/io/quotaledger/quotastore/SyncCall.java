package io.quotaledger.quotastore;

import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.Update;
import java.time.Duration;

/** The seed and update scripts: their call made of an instruction, their reply made a {@link SyncResult}. */
final class SyncCall {
    private SyncCall() {}

    /**
     * The call.
     *
     * @param budgetGrace time that a budget stays after its period
     * @throws IllegalArgumentException if the instruction is not exactly one of seed and update
     */
    static ScriptCall toScript(StoreUpdate instruction, Duration budgetGrace) {
        var seed = instruction.getSeed();
        var update = instruction.getUpdate();
        if (seed != null && update == null) {
            return seed(instruction, seed, budgetGrace);
        }
        if (update != null && seed == null) {
            return update(instruction, update);
        }
        throw new IllegalArgumentException("an instruction is exactly one of seed and update");
    }

    static SyncResult read(ScriptReply reply) {
        return switch (reply.text()) {
            case "applied" -> new SyncResult.Applied();
            case "ignored" -> new SyncResult.Ignored();
            case "absent" -> new SyncResult.Absent();
            case "gap" -> new SyncResult.Gap(reply.number(), reply.number());
            case "out_of_range" -> throw new AmountOutOfRangeException(reply.text());
            default -> throw reply.unexpected();
        };
    }

    private static ScriptCall seed(StoreUpdate instruction, Seed seed, Duration budgetGrace) {
        var overageLeft = seed.getOverageLeft();
        var expiresAt = instruction.getExpiresAt();
        return call(Script.SEED, instruction)
                .arg(seed.getGranted())
                .arg(seed.getReserved())
                .arg(seed.getConsumed())
                .arg(overageLeft == null ? "" : overageLeft.toString())
                .arg(seed.getUncapped() ? 1 : 0)
                .arg(
                        expiresAt == null
                                ? ""
                                : Long.toString(expiresAt.plus(budgetGrace).toEpochMilli()));
    }

    private static ScriptCall update(StoreUpdate instruction, Update update) {
        var uncapped = update.getUncapped();
        return call(Script.UPDATE, instruction)
                .arg(update.getNumber())
                .arg(update.getGranted())
                .arg(update.getReserved())
                .arg(update.getConsumed())
                .arg(uncapped == null ? "" : uncapped ? "1" : "0");
    }

    private static ScriptCall call(Script script, StoreUpdate instruction) {
        var key = AccountKey.of(instruction.getTenantId(), instruction.getAccount());
        return ScriptCall.of(script).key(StoreKeys.account(key)).arg(instruction.getEpoch());
    }
}
