package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import io.quotaledger.schemas.avro.Balance;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Usage;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The journal as JSON. */
public final class JournalView {
    private JournalView() {}

    /**
     * A page of the journal.
     *
     * @param tenantId tenant
     * @param entries entries, oldest first
     * @param nextCursor cursor of the next page; null after the last
     */
    @Introspected
    public record Journal(
            String tenantId, List<Entry> entries, @Nullable String nextCursor) {}

    /**
     * All that one event moved.
     *
     * @param number number in the tenant's journal, from 1 without gaps
     * @param time time of the event
     * @param eventId event
     * @param kind what happened
     * @param reservationId reservation it belongs to
     * @param movements what moved, by account
     * @param call the call
     * @param usage quantities of a settlement
     * @param provenance where the amount of a settlement comes from
     * @param actor who gave the command
     * @param reason reason of a command or refund
     * @param previousHash SHA-256 of the entry before, hex
     */
    @Introspected
    public record Entry(
            long number,
            Instant time,
            String eventId,
            String kind,
            @Nullable String reservationId,
            List<Movement> movements,
            LedgerView.@Nullable CallView call,
            @Nullable UsageView usage,
            @Nullable String provenance,
            @Nullable String actor,
            @Nullable String reason,
            String previousHash) {
        static Entry of(JournalEntry entry) {
            return new Entry(
                    entry.getNumber(),
                    entry.getTime(),
                    entry.getEventId(),
                    LedgerView.word(entry.getKind()),
                    entry.getReservationId(),
                    entry.getMovements().stream()
                            .map(movement -> new Movement(
                                    LedgerView.AccountName.of(movement.getAccount()),
                                    movement.getPostings().stream()
                                            .map(posting -> new PostingView(
                                                    LedgerView.word(posting.getFrom()),
                                                    LedgerView.word(posting.getTo()),
                                                    posting.getAmount()))
                                            .toList(),
                                    BalanceView.of(movement.getAfter())))
                            .toList(),
                    entry.getCall() == null ? null : LedgerView.CallView.of(entry.getCall()),
                    entry.getUsage() == null ? null : UsageView.of(entry.getUsage()),
                    entry.getProvenance() == null ? null : LedgerView.word(entry.getProvenance()),
                    entry.getActor(),
                    entry.getReason(),
                    HexFormat.of().formatHex(entry.getPreviousHash().bytes()));
        }
    }

    /**
     * What moved on one account.
     *
     * @param account account
     * @param postings movements between its buckets
     * @param after balance after them
     */
    @Introspected
    public record Movement(LedgerView.AccountName account, List<PostingView> postings, BalanceView after) {}

    /**
     * One movement.
     *
     * @param from bucket it leaves
     * @param to bucket it arrives in
     * @param amount amount
     */
    @Introspected
    public record PostingView(String from, String to, long amount) {}

    /**
     * Figures of an account.
     *
     * @param granted issued + overage − expired
     * @param reserved sum of open reservations
     * @param consumed sum of settlements
     * @param refunded sum of the holds that were refunded
     * @param available granted − reserved − consumed
     * @param overage consumption billed beyond the grants
     */
    @Introspected
    public record BalanceView(long granted, long reserved, long consumed, long refunded, long available, long overage) {
        static BalanceView of(Balance balance) {
            return new BalanceView(
                    LedgerView.granted(balance),
                    balance.getReserved(),
                    balance.getConsumed(),
                    balance.getRefunded(),
                    balance.getAvailable(),
                    balance.getOverage());
        }
    }

    /**
     * Quantities of a call.
     *
     * @param uncachedInput input tokens read without a cache
     * @param cacheRead input tokens read from a cache
     * @param cacheWrite input tokens written to a cache
     * @param output output tokens
     */
    @Introspected
    public record UsageView(long uncachedInput, long cacheRead, long cacheWrite, long output) {
        static UsageView of(Usage usage) {
            return new UsageView(
                    usage.getUncachedInput(), usage.getCacheRead(), usage.getCacheWrite(), usage.getOutput());
        }
    }
}
