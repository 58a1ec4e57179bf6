package io.quotaledger.quickstart.report;

import java.util.ArrayList;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** One movement of a journal entry in one line. */
final class JournalText {
    private JournalText() {}

    static String account(JsonNode movement) {
        var account = movement.has("account") ? movement.path("account") : movement;
        return String.join(
                " ",
                account.path("level").asString().toLowerCase(Locale.ROOT),
                account.path("scope").asString(),
                account.path("meter").asString());
    }

    /** {@code available → reserved 1,200; …}. */
    static String postings(JsonNode movement) {
        var account = movement.has("account") ? movement.path("account") : movement;
        var meter = account.path("meter").asString();
        var parts = new ArrayList<String>();
        for (var posting : movement.path("postings")) {
            parts.add("%s → %s %s"
                    .formatted(
                            posting.path("from").asString().toLowerCase(Locale.ROOT),
                            posting.path("to").asString().toLowerCase(Locale.ROOT),
                            Amount.of(meter, posting.path("amount").longValue())));
        }
        return String.join("; ", parts);
    }
}
