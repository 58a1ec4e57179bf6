package io.quotaledger.ledgerservice.auth;

import io.micronaut.context.annotation.Replaces;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import io.micronaut.security.authentication.AuthorizationException;
import io.micronaut.security.authentication.DefaultAuthorizationExceptionHandler;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.ledgerservice.problem.ProblemResponses;
import jakarta.inject.Singleton;

/** 401 without a token that is known, 403 with one that does not permit the request. */
@Singleton
@Replaces(DefaultAuthorizationExceptionHandler.class)
final class AuthorizationProblemHandler implements ExceptionHandler<AuthorizationException, HttpResponse<?>> {
    @Override
    @SuppressWarnings("rawtypes") // the framework's signature
    public HttpResponse<?> handle(HttpRequest request, AuthorizationException exception) {
        return exception.isForbidden()
                ? ProblemResponses.response(
                        ProblemKind.FORBIDDEN, "A reader's token permits the GETs of its own tenant.", null)
                : ProblemResponses.response(
                        ProblemKind.UNAUTHORIZED, "Send 'Authorization: Bearer <token>'.", "Authorization");
    }
}
