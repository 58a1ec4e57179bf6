package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.List;

/**
 * A request to hold on all accounts of a path, or on none.
 *
 * @param event the {@code Prepaid} event without stamps: its legs are in the order of {@code path}; time and periods
 *     are filled in from what the script did. Its event id is new for each attempt.
 * @param path accounts to hold on, 1 to 8, all of the event's tenant
 * @param rates rate limits to pass, before the accounts are looked at
 * @param digest digest of the request's content; the same reservation id with another digest is refused
 */
public record Admission(QuotaEvent event, List<PathAccount> path, List<RateRule> rates, String digest) {
    /** Copies the lists. */
    public Admission {
        path = List.copyOf(path);
        rates = List.copyOf(rates);
    }
}
