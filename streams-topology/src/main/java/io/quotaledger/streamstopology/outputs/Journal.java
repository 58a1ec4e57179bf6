package io.quotaledger.streamstopology.outputs;

import io.quotaledger.schemas.avro.AccountMovement;
import io.quotaledger.schemas.avro.Bucket;
import io.quotaledger.schemas.avro.EntryKind;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Posting;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Sha256;
import io.quotaledger.schemas.avro.state.JournalHead;
import io.quotaledger.streamstopology.ledger.BrokenInvariantException;
import io.quotaledger.streamstopology.ledger.Entry;
import io.quotaledger.streamstopology.records.Accounts;
import io.quotaledger.streamstopology.records.AvroBinary;
import io.quotaledger.streamstopology.records.Calls;
import io.quotaledger.streamstopology.records.Symbols;
import io.quotaledger.streamstopology.state.StoreKeys;
import io.quotaledger.streamstopology.state.StoreNames;
import java.util.HashSet;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.KeyValueStore;

/** The journal of each tenant: numbers entries from 1 without gaps and chains each to the hash of the one before. */
public final class Journal {
    private static final JournalHead BEGIN = new JournalHead(0L, new Sha256(new byte[32]));

    private final KeyValueStore<String, JournalEntry> entries;
    private final KeyValueStore<String, Long> history;
    private final KeyValueStore<String, JournalHead> heads;

    /** The journal in the stores of a processor's task. */
    public Journal(ProcessingContext context) {
        this.entries = context.getStateStore(StoreNames.JOURNAL);
        this.history = context.getStateStore(StoreNames.JOURNAL_BY_ACCOUNT);
        this.heads = context.getStateStore(StoreNames.JOURNAL_HEAD);
    }

    /** Appends an entry to the journal of the event's tenant. */
    public JournalEntry append(QuotaEvent event, Entry entry) {
        var tenantId = event.getTenantId();
        var stored = heads.get(tenantId);
        var head = stored == null ? BEGIN : stored;
        var written = record(event, entry, head);
        heads.put(tenantId, new JournalHead(written.getNumber(), new Sha256(AvroBinary.sha256(written))));
        var before = entries.putIfAbsent(StoreKeys.ofEntry(tenantId, written.getNumber()), written);
        if (before != null) {
            throw new BrokenInvariantException("an entry is written once: " + tenantId + " " + written.getNumber());
        }
        index(tenantId, written);
        return written;
    }

    private void index(String tenantId, JournalEntry written) {
        var indexed = new HashSet<String>();
        for (var movement : written.getMovements()) {
            var account = movement.getAccount();
            var key = StoreKeys.ofHistory(tenantId, account.getLevel(), account.getScope(), account.getMeter());
            if (indexed.add(key)) {
                history.put(StoreKeys.inHistory(key, written.getTime(), written.getNumber()), written.getNumber());
            }
        }
    }

    private static JournalEntry record(QuotaEvent event, Entry entry, JournalHead head) {
        var settled = event.getSettled();
        return JournalEntry.newBuilder()
                .setTenantId(event.getTenantId())
                .setNumber(head.getNumber() + 1)
                .setTime(event.getTime())
                .setEventId(event.getEventId())
                .setKind(Symbols.same(EntryKind.class, entry.kind()))
                .setReservationId(entry.reservationId())
                .setMovements(entry.movements().stream().map(Journal::movement).toList())
                .setCall(entry.call() == null ? null : Calls.call(entry.call()))
                .setUsage(settled == null ? null : settled.getUsage())
                .setProvenance(settled == null ? null : settled.getProvenance())
                .setActor(event.getActor())
                .setReason(
                        event.getRefunded() == null
                                ? event.getReason()
                                : event.getRefunded().getReason())
                .setPreviousHash(head.getHash())
                .build();
    }

    private static AccountMovement movement(Entry.Movement movement) {
        return new AccountMovement(
                Accounts.ref(movement.account()),
                movement.postings().stream().map(Journal::posting).toList(),
                Accounts.balance(movement.after()));
    }

    private static Posting posting(io.quotaledger.streamstopology.ledger.Posting posting) {
        return new Posting(
                Symbols.same(Bucket.class, posting.from()), Symbols.same(Bucket.class, posting.to()), posting.amount());
    }
}
