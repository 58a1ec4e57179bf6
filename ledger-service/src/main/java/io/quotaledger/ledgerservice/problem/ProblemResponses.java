package io.quotaledger.ledgerservice.problem;

import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import org.jspecify.annotations.Nullable;

/** Turns problems into responses. */
public final class ProblemResponses {
    private static final MediaType MEDIA_TYPE = MediaType.of(Problem.MEDIA_TYPE);
    private static final String RETRY_AFTER_SECONDS = "2";

    private ProblemResponses() {}

    /** A response of a kind. */
    public static MutableHttpResponse<Problem> response(ProblemKind kind, String detail, @Nullable String field) {
        return response(Problem.of(kind, detail, field));
    }

    static MutableHttpResponse<Problem> response(Problem problem) {
        var response = HttpResponse.<Problem>status(HttpStatus.valueOf(problem.status()));
        fill(response, problem);
        return response;
    }

    static void fill(MutableHttpResponse<?> response, Problem problem) {
        response.contentType(MEDIA_TYPE).body(problem);
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE.getCode()) {
            response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        if (problem.status() == HttpStatus.UNAUTHORIZED.getCode()) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"quota-ledger\"");
        }
    }
}
