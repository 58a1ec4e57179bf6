package io.quotaledger.benchmarks.ledger;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.avro.AccountMovement;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Balance;
import io.quotaledger.schemas.avro.Bucket;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.EntryKind;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Posting;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Balances in a map, and the entry that an event gives: no checks, no memory of what was booked, no chain of hashes. */
final class RawBooks {
    private static final Sha256 NO_HASH = new Sha256(new byte[32]);

    private final Map<String, Figures> accounts = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    private static final class Figures {
        private long issued;
        private long available;
        private long reserved;
        private long consumed;

        Balance balance() {
            return new Balance(issued, 0L, available, reserved, consumed, 0L, 0L);
        }
    }

    /** Books an event; null if it moves nothing. */
    @Nullable
    JournalEntry book(QuotaEvent event) {
        if (event.getPrepaid() != null) {
            var prepaid = event.getPrepaid();
            var movements = new ArrayList<AccountMovement>();
            prepaid.getLegs().forEach(leg -> movements.add(hold(event.getTenantId(), leg)));
            return entry(event, EntryKind.PREPAID, prepaid.getReservationId(), prepaid.getCall(), movements);
        }
        if (event.getSettled() != null) {
            var settled = event.getSettled();
            var movements = new ArrayList<AccountMovement>();
            settled.getLegs().forEach(leg -> movements.add(settle(event.getTenantId(), leg)));
            return entry(event, EntryKind.SETTLED, settled.getReservationId(), settled.getCall(), movements);
        }
        if (event.getGrantIssued() != null) {
            var grant = event.getGrantIssued();
            var wallet = new AccountRef(grant.getLevel(), grant.getScope(), grant.getMeter(), AccountKeys.NONE);
            var figures = figures(event.getTenantId(), wallet);
            figures.issued += grant.getAmount();
            figures.available += grant.getAmount();
            var posting = new Posting(Bucket.ISSUED, Bucket.AVAILABLE, grant.getAmount());
            var movement = new AccountMovement(wallet, List.of(posting), figures.balance());
            return entry(event, EntryKind.GRANTED, null, null, List.of(movement));
        }
        return null;
    }

    private AccountMovement hold(String tenantId, Leg leg) {
        var figures = figures(tenantId, leg.getAccount());
        figures.available -= leg.getHeld();
        figures.reserved += leg.getHeld();
        var posting = new Posting(Bucket.AVAILABLE, Bucket.RESERVED, leg.getHeld());
        return new AccountMovement(leg.getAccount(), List.of(posting), figures.balance());
    }

    private AccountMovement settle(String tenantId, Leg leg) {
        var figures = figures(tenantId, leg.getAccount());
        var rest = leg.getHeld() - leg.getConsumed();
        figures.reserved -= leg.getHeld();
        figures.consumed += leg.getConsumed();
        figures.available += rest;
        var postings = List.of(
                new Posting(Bucket.RESERVED, Bucket.CONSUMED, leg.getConsumed()),
                new Posting(Bucket.RESERVED, Bucket.AVAILABLE, rest));
        return new AccountMovement(leg.getAccount(), postings, figures.balance());
    }

    private Figures figures(String tenantId, AccountRef account) {
        return accounts.computeIfAbsent(AccountKeys.compactionKey(tenantId, account), unused -> new Figures());
    }

    private JournalEntry entry(
            QuotaEvent event,
            EntryKind kind,
            @Nullable String reservationId,
            @Nullable Call call,
            List<AccountMovement> movements) {
        return JournalEntry.newBuilder()
                .setTenantId(event.getTenantId())
                .setNumber(numbers.merge(event.getTenantId(), 1L, Long::sum))
                .setTime(event.getTime())
                .setEventId(event.getEventId())
                .setKind(kind)
                .setReservationId(reservationId)
                .setMovements(movements)
                .setCall(call)
                .setUsage(event.getSettled() == null ? null : event.getSettled().getUsage())
                .setPreviousHash(NO_HASH)
                .build();
    }
}
