package io.quotaledger.ledgerservice.problem;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;

/** Answers with the problem that a controller found. */
@Singleton
final class ProblemExceptionHandler implements ExceptionHandler<ProblemException, HttpResponse<?>> {
    @Override
    @SuppressWarnings("rawtypes") // the framework's signature
    public HttpResponse<?> handle(HttpRequest request, ProblemException exception) {
        return ProblemResponses.response(exception.problem());
    }
}
