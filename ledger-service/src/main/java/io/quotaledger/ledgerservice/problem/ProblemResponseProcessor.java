package io.quotaledger.ledgerservice.problem;

import io.micronaut.context.annotation.Primary;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.response.Error;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Every error that the framework finds becomes a problem here; what it found is said, what failed inside is not. */
@Singleton
@Primary
final class ProblemResponseProcessor implements ErrorResponseProcessor<Problem> {
    @Override
    public MutableHttpResponse<Problem> processResponse(ErrorContext context, MutableHttpResponse<?> response) {
        var problem = context.getRootCause()
                .flatMap(RequestFaults::explain)
                .orElseGet(() -> byStatus(context, response.code()));
        var answer = response.status(HttpStatus.valueOf(problem.status()));
        ProblemResponses.fill(answer, problem);
        return answer.body(problem);
    }

    private static Problem byStatus(ErrorContext context, int status) {
        var kind = Arrays.stream(ProblemKind.values())
                .filter(candidate -> candidate.status().getCode() == status)
                .findFirst()
                .orElse(status < 500 ? ProblemKind.BAD_REQUEST : ProblemKind.INTERNAL);
        return Problem.of(kind, detail(kind, context), null);
    }

    private static String detail(ProblemKind kind, ErrorContext context) {
        var request = context.getRequest();
        return switch (kind) {
            case INTERNAL -> "The fault is in the service's log.";
            case NOT_FOUND -> "There is nothing at " + request.getPath();
            case METHOD_NOT_ALLOWED -> request.getMethodName() + " is not allowed at " + request.getPath();
            default ->
                context.hasErrors()
                        ? context.getErrors().stream().map(Error::getMessage).collect(Collectors.joining("; "))
                        : kind.title();
        };
    }
}
