package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.SeedRequested;
import java.time.Duration;
import java.time.Instant;

/** Seeds: rule 3 of design.md section 6. */
final class SeedFold {
    /** An absent account that was seeded so shortly before is on its way to Redis already. */
    static final Duration ANSWERED_FOR = Duration.ofSeconds(2);

    private final PeriodCalendar calendar;

    SeedFold(PeriodCalendar calendar) {
        this.calendar = calendar;
    }

    Effects apply(SeedRequested request, LedgerState state, Instant appendTime) {
        if (state.tenant() == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_TENANT, "there is no such tenant");
        }
        var existing = state.account(request.account());
        if (existing != null && isAnswered(request, existing.life(), appendTime)) {
            return Effects.NONE;
        }
        var draft = new AccountOpener(state, calendar).draftForSeed(request.account(), appendTime);
        if (draft == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_ACCOUNT, "no plan or limit has " + request.account());
        }
        var booking = new Booking();
        booking.add(request.account(), draft);
        draft.reseed(request.sawEpoch() == null ? 0 : request.sawEpoch(), appendTime);
        var account = draft.after();
        var seed = new StoreInstruction.Seed(
                account.id(), account.life().epoch(), account.endsAt(), account.balance(), account.uncapped());
        return booking.finish(new Effects.Builder(), EntryKind.BUDGET_OPENED, null, null)
                .instruction(seed)
                .build();
    }

    private static boolean isAnswered(SeedRequested request, StoreLife life, Instant appendTime) {
        if (request.sawEpoch() != null) {
            return request.sawEpoch() < life.epoch();
        }
        var seededAt = life.seededAt();
        return seededAt != null && appendTime.isBefore(seededAt.plus(ANSWERED_FOR));
    }
}
