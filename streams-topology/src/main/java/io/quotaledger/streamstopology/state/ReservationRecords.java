package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.state.HeldLeg;
import io.quotaledger.schemas.avro.state.ReservationPhase;
import io.quotaledger.schemas.avro.state.ReservationState;
import io.quotaledger.streamstopology.ledger.Reservation;
import io.quotaledger.streamstopology.records.Accounts;
import io.quotaledger.streamstopology.records.Calls;
import io.quotaledger.streamstopology.records.Symbols;

/** Reservations as records of the store, and back. */
final class ReservationRecords {
    private ReservationRecords() {}

    static Reservation reservation(ReservationState state) {
        return new Reservation(
                state.getReservationId(),
                Symbols.same(Reservation.State.class, state.getPhase()),
                state.getLegs().stream()
                        .map(leg -> new Reservation.HeldLeg(
                                Accounts.id(leg.getAccount()), leg.getHeld(), leg.getConsumed()))
                        .toList(),
                state.getDeadline(),
                state.getOpenedAt(),
                state.getClosedAt(),
                state.getLate(),
                state.getEventIds(),
                state.getKeptSince(),
                Calls.call(state.getCall()));
    }

    static ReservationState state(Reservation reservation, String tenantId) {
        return ReservationState.newBuilder()
                .setTenantId(tenantId)
                .setReservationId(reservation.reservationId())
                .setPhase(Symbols.same(ReservationPhase.class, reservation.state()))
                .setLegs(reservation.legs().stream()
                        .map(leg -> new HeldLeg(Accounts.ref(leg.account()), leg.held(), leg.consumed()))
                        .toList())
                .setDeadline(reservation.deadline())
                .setOpenedAt(reservation.openedAt())
                .setClosedAt(reservation.closedAt())
                .setLate(reservation.late())
                .setEventIds(reservation.eventIds())
                .setKeptSince(reservation.keptSince())
                .setCall(Calls.call(reservation.call()))
                .build();
    }
}
