package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.SeedRequested;
import java.time.Instant;

/** Seeds: rule 3 of design.md section 6. */
final class SeedFold {
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
        if (existing != null && AccountOpener.isLongOver(existing.endsAt(), appendTime)) {
            return Effects.answer(OutcomeCode.UNKNOWN_ACCOUNT, "its period is over: " + request.account());
        }
        var draft = new AccountOpener(state, calendar).draftForSeed(request.account(), appendTime);
        if (draft == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_ACCOUNT, "no plan or limit has " + request.account());
        }
        var booking = new Booking(state, appendTime);
        booking.add(request.account(), draft);
        booking.reconciliation()
                .reseed(draft, request.sawEpoch() == null ? 0 : request.sawEpoch(), InstructionReason.SEED_REQUESTED);
        return booking.finish(new Effects.Builder(), EntryKind.BUDGET_OPENED, null, null)
                .build();
    }

    private static boolean isAnswered(SeedRequested request, StoreLife life, Instant appendTime) {
        if (request.sawEpoch() != null) {
            return request.sawEpoch() < life.epoch();
        }
        return life.answersAbsence(appendTime);
    }
}
