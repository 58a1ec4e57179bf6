package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.Verdict;
import io.quotaledger.streamstopology.query.SnapshotPage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of a tenant.
 *
 * @param tenantId tenant
 * @param snapshots snapshots, newest first
 * @param nextCursor cursor of the next page; null if this was the last
 */
@Introspected
public record ReconciliationView(
        String tenantId, List<Item> snapshots, @Nullable String nextCursor) {
    static final String VERDICT = "matched|drifted|missing_events|rewound|superseded";
    static final String VERDICT_FAULT = "must be matched, drifted, missing_events, rewound or superseded";

    /**
     * A checkpoint judged. Amounts are whole numbers in the meter's smallest unit.
     *
     * @param account account
     * @param time when the checkpoint was taken, Redis clock
     * @param verdict what it told
     * @param ledger what Redis should have held then; if it went back in time or was seeded anew, what the ledger held
     * @param redis what Redis held
     * @param drift ledger − redis
     * @param missingEvents executions that Redis counted and the ledger never saw
     * @param pendingUpdates updates that were sent and that Redis had not applied
     * @param epoch number of the life of the key in Redis
     * @param generation number of the generation that the checkpoint ended
     * @param updates number of the last update that Redis had applied
     * @param reason why Redis was seeded or corrected then; null if it was not
     * @param eventId event of the checkpoint
     */
    @Introspected
    public record Item(
            LedgerView.AccountName account,
            Instant time,
            String verdict,
            Figures ledger,
            Figures redis,
            Figures drift,
            long missingEvents,
            long pendingUpdates,
            long epoch,
            long generation,
            long updates,
            @Nullable String reason,
            String eventId) {
        private static Item of(Snapshot snapshot) {
            var reason = snapshot.getReason();
            return new Item(
                    LedgerView.AccountName.of(snapshot.getAccount()),
                    snapshot.getTime(),
                    snapshot.getVerdict().name().toLowerCase(Locale.ROOT),
                    Figures.of(snapshot.getLedger()),
                    Figures.of(snapshot.getStore()),
                    new Figures(
                            snapshot.getDriftGranted(),
                            snapshot.getDriftReserved(),
                            snapshot.getDriftConsumed(),
                            snapshot.getDriftGranted() - snapshot.getDriftReserved() - snapshot.getDriftConsumed()),
                    snapshot.getMissingEvents(),
                    snapshot.getPendingUpdates(),
                    snapshot.getEpoch(),
                    snapshot.getGeneration(),
                    snapshot.getUpdateNumber(),
                    reason == null ? null : reason.name().toLowerCase(Locale.ROOT),
                    snapshot.getEventId());
        }
    }

    /**
     * Figures that both sides have.
     *
     * @param granted funding
     * @param reserved sum of open reservations
     * @param consumed sum of settlements
     * @param available granted − reserved − consumed
     */
    @Introspected
    public record Figures(long granted, long reserved, long consumed, long available) {
        private static Figures of(StoreFigures figures) {
            return new Figures(
                    figures.getGranted(),
                    figures.getReserved(),
                    figures.getConsumed(),
                    figures.getGranted() - figures.getReserved() - figures.getConsumed());
        }
    }

    static ReconciliationView of(String tenantId, SnapshotPage page) {
        return new ReconciliationView(
                tenantId,
                page.snapshots().stream().map(Item::of).toList(),
                page.next().map(ReconciliationView::writeCursor).orElse(null));
    }

    /** The verdict of a word that {@link #VERDICT} matches. */
    static Verdict verdict(String word) {
        return Verdict.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /**
     * A cursor as the ledger wrote it.
     *
     * @throws IllegalArgumentException if it is none
     */
    static String readCursor(String text) {
        return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    }

    private static String writeCursor(String cursor) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor.getBytes(StandardCharsets.UTF_8));
    }
}
