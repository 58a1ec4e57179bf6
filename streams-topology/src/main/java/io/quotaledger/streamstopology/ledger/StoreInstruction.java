package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What Redis is told to do with one account; see design.md section 6. */
public sealed interface StoreInstruction {
    /** The account. */
    AccountId account();

    /** Life of the key it belongs to. */
    long epoch();

    /** When a budget's period is over; null for a wallet. */
    @Nullable
    Instant endsAt();

    /** Why. */
    InstructionReason reason();

    /** Begin a new life with these figures. */
    record Seed(AccountId account, long epoch, @Nullable Instant endsAt, InstructionReason reason, StoreFigures figures)
            implements StoreInstruction {}

    /** Change the current life by these figures; number counts from 1 in each epoch; uncapped is null if unchanged. */
    record Update(
            AccountId account,
            long epoch,
            @Nullable Instant endsAt,
            InstructionReason reason,
            long number,
            StoreDelta delta,
            @Nullable Boolean uncapped)
            implements StoreInstruction {}
}
