package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import io.quotaledger.schemas.avro.AccountBalance;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Balance;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.state.ReservationState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the ledger says, as JSON. Amounts are whole numbers in the meter's smallest unit. */
public final class LedgerView {
    private LedgerView() {}

    /**
     * Balances of a tenant.
     *
     * @param tenantId tenant
     * @param balances balance of each account, by level, scope, meter and period
     */
    @Introspected
    public record Balances(String tenantId, List<AccountView> balances) {
        static Balances of(String tenantId, List<AccountBalance> balances) {
            return new Balances(tenantId, balances.stream().map(AccountView::of).toList());
        }
    }

    /**
     * Balance of an account.
     *
     * @param level level
     * @param scope "-" for org, app id for app, "app/key" for key
     * @param meter meter
     * @param period period id of a budget, "-" for a wallet
     * @param granted funding: issued + overage − expired
     * @param reserved sum of open reservations
     * @param consumed sum of settlements
     * @param refunded for the record: sum of the holds that were refunded
     * @param available granted − reserved − consumed
     * @param overage consumption billed beyond the grants
     * @param issued all that was granted
     * @param expired what expired of grants
     * @param uncapped counted, not checked
     * @param entry number of the last journal entry that moved it; 0 if none
     * @param time time of that entry
     */
    @Introspected
    public record AccountView(
            String level,
            String scope,
            String meter,
            String period,
            long granted,
            long reserved,
            long consumed,
            long refunded,
            long available,
            long overage,
            long issued,
            long expired,
            boolean uncapped,
            long entry,
            Instant time) {
        static AccountView of(AccountBalance account) {
            var ref = account.getAccount();
            var balance = account.getBalance();
            return new AccountView(
                    word(ref.getLevel()),
                    ref.getScope(),
                    ref.getMeter(),
                    ref.getPeriod(),
                    LedgerView.granted(balance),
                    balance.getReserved(),
                    balance.getConsumed(),
                    balance.getRefunded(),
                    balance.getAvailable(),
                    balance.getOverage(),
                    balance.getIssued(),
                    balance.getExpired(),
                    account.getUncapped(),
                    account.getNumber(),
                    account.getTime());
        }
    }

    /**
     * An account.
     *
     * @param level level
     * @param scope scope
     * @param meter meter
     * @param period period id, "-" for a wallet
     */
    @Introspected
    public record AccountName(String level, String scope, String meter, String period) {
        static AccountName of(AccountRef account) {
            return new AccountName(
                    word(account.getLevel()), account.getScope(), account.getMeter(), account.getPeriod());
        }
    }

    /**
     * The call of a reservation.
     *
     * @param appId app
     * @param keyId key
     * @param route route of the gateway
     * @param model model; empty if none
     * @param priceBookId price book; empty if none
     * @param priceVersion version of it; 0 if none
     */
    @Introspected
    public record CallView(
            String appId, String keyId, String route, String model, String priceBookId, long priceVersion) {
        static CallView of(Call call) {
            return new CallView(
                    call.getAppId(),
                    call.getKeyId(),
                    call.getRoute(),
                    call.getModel(),
                    call.getPriceBookId(),
                    call.getPriceVersion());
        }
    }

    /**
     * A reservation.
     *
     * @param tenantId tenant
     * @param reservationId id
     * @param state held, settled, refunded or expired
     * @param openedAt time of the prepay; null if it has not been seen
     * @param deadline when the ledger expires it
     * @param closedAt when it was closed; null while it is held
     * @param late settled after it had expired
     * @param accounts accounts with the amounts
     * @param call the call
     * @param eventIds events of it
     */
    @Introspected
    public record Reservation(
            String tenantId,
            String reservationId,
            String state,
            @Nullable Instant openedAt,
            @Nullable Instant deadline,
            @Nullable Instant closedAt,
            boolean late,
            List<HeldView> accounts,
            CallView call,
            List<String> eventIds) {
        static Reservation of(ReservationState state) {
            return new Reservation(
                    state.getTenantId(),
                    state.getReservationId(),
                    word(state.getPhase()),
                    state.getOpenedAt(),
                    state.getDeadline(),
                    state.getClosedAt(),
                    state.getLate(),
                    state.getLegs().stream()
                            .map(leg ->
                                    new HeldView(AccountName.of(leg.getAccount()), leg.getHeld(), leg.getConsumed()))
                            .toList(),
                    CallView.of(state.getCall()),
                    List.copyOf(state.getEventIds()));
        }
    }

    /**
     * A reservation's part of one account.
     *
     * @param account account
     * @param held amount held
     * @param consumed amount consumed
     */
    @Introspected
    public record HeldView(AccountName account, long held, long consumed) {}

    static long granted(Balance balance) {
        return balance.getIssued() + balance.getOverage() - balance.getExpired();
    }

    static String word(Enum<?> symbol) {
        return symbol.name().toLowerCase(Locale.ROOT);
    }
}
