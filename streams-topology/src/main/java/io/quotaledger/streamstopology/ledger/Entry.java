package io.quotaledger.streamstopology.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All postings that one event caused; it gets its number and hash where it is written.
 *
 * @param reservationId reservation it belongs to, if any
 * @param call the call, if there was one
 * @param movements what moved, by account; at least one
 */
public record Entry(
        EntryKind kind,
        @Nullable String reservationId,
        @Nullable Call call,
        List<Movement> movements) {
    /** All that the entry moved on one account, in order, and the balance after it. */
    public record Movement(AccountId account, List<Posting> postings, Balance after) {
        public Movement {
            postings = List.copyOf(postings);
        }
    }

    public Entry {
        movements = List.copyOf(movements);
        BrokenInvariantException.check(
                movements.stream().noneMatch(movement -> movement.postings().isEmpty()) && !movements.isEmpty(),
                "an entry moves something on each of its accounts",
                kind);
    }

    /** Accounts on which something moved. */
    public List<AccountId> accounts() {
        return movements.stream().map(Movement::account).toList();
    }
}
