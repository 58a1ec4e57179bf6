package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.ledgerservice.problem.ProblemResponses;
import io.quotaledger.streamstopology.query.StoreNotReadyException;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store that is not open says nothing, so neither does the answer: 503, never zero. */
@Singleton
final class StoreNotReadyHandler implements ExceptionHandler<StoreNotReadyException, HttpResponse<?>> {
    private static final Logger LOG = LoggerFactory.getLogger(StoreNotReadyHandler.class);

    @Override
    @SuppressWarnings("rawtypes") // the framework's signature
    public HttpResponse<?> handle(HttpRequest request, StoreNotReadyException exception) {
        LOG.info("Not ready for {}: {}", request.getPath(), String.valueOf(exception.getCause()));
        return ProblemResponses.response(
                ProblemKind.NOT_READY, "The ledger is being read in; ask again shortly.", null);
    }
}
