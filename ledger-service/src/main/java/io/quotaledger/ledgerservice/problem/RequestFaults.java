package io.quotaledger.ledgerservice.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.micronaut.core.convert.exceptions.ConversionErrorException;
import io.micronaut.core.type.Argument;
import io.micronaut.web.router.exceptions.UnsatisfiedRouteException;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in the client's words what is wrong with a request, from the exception that binding or validation threw. */
final class RequestFaults {
    private RequestFaults() {}

    /** The problem, if the exception is about the request. */
    static Optional<Problem> explain(Throwable thrown) {
        for (@Nullable Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            var problem = explainOne(cause);
            if (problem != null) {
                return Optional.of(problem);
            }
        }
        if (thrown instanceof ConversionErrorException conversion) {
            return Optional.of(ofArgument(conversion.getArgument(), "has a value that cannot be read"));
        }
        return Optional.empty();
    }

    private static @Nullable Problem explainOne(Throwable cause) {
        if (cause instanceof ProblemException known) {
            return known.problem();
        }
        if (cause instanceof UnrecognizedPropertyException unknown) {
            return Problem.of(
                    ProblemKind.UNKNOWN_FIELD,
                    "The field '" + unknown.getPropertyName() + "' is not known.",
                    path(unknown));
        }
        if (cause instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            return Problem.of(ProblemKind.INVALID_VALUE, mapping.getOriginalMessage(), path(mapping));
        }
        if (cause instanceof JsonProcessingException json) {
            return Problem.of(ProblemKind.MALFORMED_JSON, json.getOriginalMessage(), null);
        }
        if (cause instanceof ConstraintViolationException violations) {
            return ofViolations(violations);
        }
        if (cause instanceof UnsatisfiedRouteException missing) {
            return ofArgument(missing.getArgument(), "is missing");
        }
        return null;
    }

    private static Problem ofArgument(Argument<?> argument, String fault) {
        var isBody = argument.isAnnotationPresent(io.micronaut.http.annotation.Body.class);
        var name = isBody ? "body" : argument.getName();
        return Problem.of(
                isBody ? ProblemKind.MALFORMED_JSON : ProblemKind.INVALID_VALUE,
                "The " + name + " " + fault + ".",
                isBody ? null : name);
    }

    private static Problem ofViolations(ConstraintViolationException exception) {
        var first = exception.getConstraintViolations().stream()
                .min(Comparator.comparing(
                        violation -> violation.getPropertyPath().toString()))
                .orElseThrow();
        var field = fieldOf(first.getPropertyPath());
        return Problem.of(ProblemKind.INVALID_VALUE, field + " " + first.getMessage(), field);
    }

    /** The path without the names of the method and of its body argument. */
    private static String fieldOf(Path path) {
        var text = new StringBuilder();
        var depth = 0;
        for (Path.Node node : path) {
            depth++;
            if (depth <= 2 && depth < length(path) && !isPlainArgument(path, depth)) {
                continue;
            }
            if (node.getIndex() != null) {
                text.append('[').append(node.getIndex()).append(']');
            }
            text.append(text.isEmpty() ? "" : ".").append(node.getName());
        }
        return text.toString();
    }

    private static boolean isPlainArgument(Path path, int depth) {
        return depth == 2 && length(path) == 2;
    }

    private static int length(Path path) {
        var length = 0;
        for (Path.Node ignored : path) {
            length++;
        }
        return length;
    }

    private static String path(JsonMappingException exception) {
        return exception.getPath().stream()
                .map(step -> step.getFieldName() != null ? step.getFieldName() : "[" + step.getIndex() + "]")
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }
}
