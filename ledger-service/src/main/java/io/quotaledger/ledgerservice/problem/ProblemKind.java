package io.quotaledger.ledgerservice.problem;

import io.micronaut.http.HttpStatus;
import java.util.Locale;

/** Kinds of problems that the service itself finds; the ledger's own rules are its outcome codes. */
public enum ProblemKind {
    /** The body is no JSON. */
    MALFORMED_JSON(HttpStatus.BAD_REQUEST, "The body is not valid JSON"),
    /** A field, parameter or header has a value that is not allowed. */
    INVALID_VALUE(HttpStatus.BAD_REQUEST, "A value is not allowed"),
    /** The body has a field that is not known, or has one twice. */
    UNKNOWN_FIELD(HttpStatus.BAD_REQUEST, "The body has a field that is not known"),
    /** A request that is wrong in another way. */
    BAD_REQUEST(HttpStatus.BAD_REQUEST, "The request is not valid"),
    /** No token, or one that is not known. */
    UNAUTHORIZED(HttpStatus.UNAUTHORIZED, "A valid bearer token is needed"),
    /** The token is known, but not for this. */
    FORBIDDEN(HttpStatus.FORBIDDEN, "The token does not permit this"),
    /** No such thing. */
    NOT_FOUND(HttpStatus.NOT_FOUND, "There is no such thing"),
    /** The path exists, but not with this method. */
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "The method is not allowed here"),
    /** The answer would not be of a type that the client accepts. */
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "No acceptable type of answer"),
    /** The key of this Idempotency-Key was issued before, and its secret is shown only once. */
    SECRET_ALREADY_SHOWN(HttpStatus.CONFLICT, "The secret was shown before"),
    /** The body is larger than the limit. */
    CONTENT_TOO_LARGE(HttpStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large"),
    /** The body is not JSON. */
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json"),
    /** A plan that contradicts itself or what is there. */
    INVALID_PLAN(HttpStatus.UNPROCESSABLE_ENTITY, "The plan is not valid"),
    /** A price book that contradicts itself. */
    INVALID_PRICE_BOOK(HttpStatus.UNPROCESSABLE_ENTITY, "The price book is not valid"),
    /** The plan that is named does not exist. */
    UNKNOWN_PLAN(HttpStatus.UNPROCESSABLE_ENTITY, "There is no such plan"),
    /** A fault of the service. */
    INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR, "The service failed"),
    /** What is needed for the answer is not there yet, or not reachable. */
    NOT_READY(HttpStatus.SERVICE_UNAVAILABLE, "The service is not ready"),
    /** The ledger did not answer in time. */
    OUTCOME_UNKNOWN(HttpStatus.GATEWAY_TIMEOUT, "The outcome is not known yet");

    private final HttpStatus status;
    private final String title;

    ProblemKind(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    /** HTTP status. */
    public HttpStatus status() {
        return status;
    }

    /** Stable word for programs. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }
}
