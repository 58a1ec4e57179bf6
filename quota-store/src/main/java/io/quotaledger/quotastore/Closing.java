package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.List;

/**
 * A request to close a reservation: by a settlement if the event is {@code Settled}, by a refund if it is {@code
 * Refunded}.
 *
 * @param event the event without stamps; its event id is new for each attempt
 * @param accounts accounts the admission held on, in the order of the event's legs
 */
public record Closing(QuotaEvent event, List<AccountKey> accounts) {
    /** Copies the accounts. */
    public Closing {
        accounts = List.copyOf(accounts);
    }
}
