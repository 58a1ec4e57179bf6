package io.quotaledger.quotastore;

import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/** A call of the admit script: its part of the script made of an admission, its reply made an {@link AdmitResult}. */
final class AdmitCall {
    private static final int LONGEST_PATH = 8;

    private final Admission admission;
    private final String tenantId;
    private final Prepaid prepaid;

    /**
     * Checks the admission.
     *
     * @throws IllegalArgumentException if it is no admission that could be made
     */
    AdmitCall(Admission admission) {
        this.admission = admission;
        this.tenantId = admission.event().getTenantId();
        require(admission.event().getPrepaid() != null, "the event is no Prepaid");
        this.prepaid = Objects.requireNonNull(admission.event().getPrepaid());
        require(!admission.digest().isEmpty(), "no digest");
        require(prepaid.getHoldMillis() > 0, "no hold time");
        requirePath(admission.path());
    }

    /** Life of the reservation in milliseconds. */
    long holdMillis() {
        return prepaid.getHoldMillis();
    }

    /** Of the admission. */
    String tenantId() {
        return tenantId;
    }

    /** The script, without a call yet. */
    static ScriptCall script(String tenantId, String time, int outboxLimit) {
        int bucket = StoreKeys.bucket(tenantId);
        return ScriptCall.of(Script.ADMIT)
                .key(StoreKeys.outbox(bucket))
                .key(StoreKeys.touched(bucket))
                .arg(time)
                .arg(outboxLimit);
    }

    /** This call's part of the script. */
    ScriptCall toPart(long receiptMillis, byte[] event) {
        var part = ScriptCall.of(Script.ADMIT)
                .key(StoreKeys.receipt(tenantId, prepaid.getReservationId()))
                .arg(receiptMillis)
                .arg(admission.digest())
                .arg(event)
                .arg(admission.rates().size())
                .arg(admission.path().size());
        for (var rule : admission.rates()) {
            part.key(StoreKeys.rate(tenantId, rule)).arg(rule.permits()).arg(rule.windowMillis());
        }
        for (var account : admission.path()) {
            var candidates = account.candidates();
            part.arg(account.amount()).arg(account.isWallet() ? 0 : candidates.size());
            for (var candidate : candidates) {
                part.key(StoreKeys.account(candidate.key()));
                if (!account.isWallet()) {
                    part.arg(candidate.fromMillis()).arg(candidate.untilMillis());
                }
            }
        }
        return part;
    }

    AdmitResult read(ScriptReply reply) {
        return switch (reply.text()) {
            case "admitted" -> admitted(reply);
            case "duplicate" ->
                new AdmitResult.Duplicate(ReservationState.valueOf(reply.text()), holds(reply.text()), reply.flag());
            case "id_reused" -> new AdmitResult.IdReused();
            case "exhausted" -> {
                var needed = needed(reply);
                yield new AdmitResult.Exhausted(needed.balance(), needed.amount(), needed.now());
            }
            case "overage_exhausted" -> {
                var needed = needed(reply);
                yield new AdmitResult.OverageExhausted(needed.balance(), needed.amount(), needed.now());
            }
            case "rate_limited" ->
                new AdmitResult.RateLimited(
                        admission.rates().get((int) reply.number()), Duration.ofMillis(reply.number()));
            case "unseeded" -> new AdmitResult.Unseeded(accounts(reply));
            case "outbox_full" -> new AdmitResult.OutboxFull();
            case "outside_periods" -> new AdmitResult.OutsidePeriods(Instant.ofEpochMilli(reply.number()));
            case "out_of_range" -> throw new AmountOutOfRangeException(reply.text());
            default -> throw reply.unexpected();
        };
    }

    private AdmitResult admitted(ScriptReply reply) {
        var entry = OutboxEntry.ofLegs(reply.text(), reply.number(), reply.text(), reply.flag());
        QuotaEvent event = entry.complete(admission.event());
        var balances = new ArrayList<StoredBalance>();
        for (var leg : Objects.requireNonNull(event.getPrepaid()).getLegs()) {
            balances.add(reply.balance(AccountKey.of(tenantId, leg.getAccount())));
        }
        var stored = new StoredEvent(StoreKeys.bucket(tenantId), entry.id(), event);
        return new AdmitResult.Admitted(stored, balances, entry.overage());
    }

    private record Needed(StoredBalance balance, long amount, Instant now) {}

    private Needed needed(ScriptReply reply) {
        long amount = admission.path().get((int) reply.number()).amount();
        var key = StoreKeys.parseAccount(tenantId, reply.text());
        var now = Instant.ofEpochMilli(reply.number());
        return new Needed(reply.balance(key), amount, now);
    }

    private List<AccountKey> accounts(ScriptReply reply) {
        var accounts = new ArrayList<AccountKey>();
        while (reply.hasMore()) {
            accounts.add(StoreKeys.parseAccount(tenantId, reply.text()));
        }
        return accounts;
    }

    private List<AccountKey> holds(String holds) {
        var accounts = new ArrayList<AccountKey>();
        for (var hold : holds.split(";", -1)) {
            accounts.add(StoreKeys.parseAccount(tenantId, hold.substring(0, hold.indexOf(','))));
        }
        return accounts;
    }

    private void requirePath(List<PathAccount> path) {
        require(!path.isEmpty() && path.size() <= LONGEST_PATH, "a path has 1 to " + LONGEST_PATH + " accounts");
        require(path.size() == prepaid.getLegs().size(), "the event's legs are not those of the path");
        var seen = new HashSet<AccountKey>();
        for (int i = 0; i < path.size(); i++) {
            var account = path.get(i);
            var leg = prepaid.getLegs().get(i);
            Amounts.require("amount", account.amount());
            require(leg.getHeld() == account.amount(), "a leg holds another amount than the path");
            require(!account.candidates().isEmpty(), "an account without candidates");
            for (var candidate : account.candidates()) {
                require(candidate.key().tenantId().equals(tenantId), "an account of another tenant");
                require(candidate.key().isSameLine(leg.getAccount()), "a leg names another account than the path");
                require(seen.add(candidate.key()), "an account is twice in the path");
            }
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
