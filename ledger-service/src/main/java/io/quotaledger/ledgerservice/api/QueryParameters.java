package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpRequest;
import io.quotaledger.ledgerservice.problem.ProblemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads query parameters strictly: a filter that is misspelt must not silently find everything. */
final class QueryParameters {
    private static final Instant END_OF_TIME = Instant.parse("9999-01-01T00:00:00Z");

    private QueryParameters() {}

    /** Refuses parameters that are not known or given twice. */
    static void requireOnly(HttpRequest<?> request, Set<String> known) {
        request.getParameters().forEach((name, values) -> {
            if (!known.contains(name)) {
                throw ProblemException.invalid(name, "the query parameter is not known here");
            }
            if (values.size() != 1) {
                throw ProblemException.invalid(name, "the query parameter is given more than once");
            }
        });
    }

    /** A point in time with its offset. */
    static @Nullable Instant time(String name, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            var time = OffsetDateTime.parse(text).toInstant();
            if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
                throw ProblemException.invalid(name, name + " must be from 1970 to 9998");
            }
            return time;
        } catch (DateTimeException e) {
            throw ProblemException.invalid(name, name + " must be a time such as 2026-11-30T00:00:00Z");
        }
    }
}
