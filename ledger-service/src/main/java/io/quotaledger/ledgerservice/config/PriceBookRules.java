package io.quotaledger.ledgerservice.config;

import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.schemas.avro.PriceBook;
import java.util.HashSet;

/** What must hold between the parts of a price book. */
final class PriceBookRules {
    private PriceBookRules() {}

    /**
     * Refuses a price book that would not work.
     *
     * @throws ProblemException if a rule is broken
     */
    static void check(PriceBook book) {
        var seen = new HashSet<String>();
        for (var price : book.getModels()) {
            if (!seen.add(price.getModel())) {
                throw ProblemException.of(
                        ProblemKind.INVALID_PRICE_BOOK, "models", "models has '" + price.getModel() + "' twice");
            }
        }
    }
}
