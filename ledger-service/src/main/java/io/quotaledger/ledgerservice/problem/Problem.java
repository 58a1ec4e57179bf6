package io.quotaledger.ledgerservice.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.core.annotation.Introspected;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Body of every answer that is not a success (RFC 9457).
 *
 * @param type stable name of the kind of problem
 * @param title the kind in words
 * @param status HTTP status
 * @param detail what was wrong this time
 * @param code the kind as a word, or the rule of the ledger that refused the command
 * @param field field, parameter or header that is wrong, if one is
 */
@Introspected
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "Problem details, RFC 9457")
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        String code,
        @Nullable String field) {
    /** Media type of problems. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final String TYPE_PREFIX = "urn:quota:problem:";

    static Problem of(ProblemKind kind, String detail, @Nullable String field) {
        return new Problem(type(kind.code()), kind.title(), kind.status().getCode(), detail, kind.code(), field);
    }

    static Problem refused(int status, String code, String detail) {
        var title = "The ledger refused the command";
        return new Problem(type(code), title, status, detail, code, null);
    }

    private static String type(String code) {
        return TYPE_PREFIX + code.replace('_', '-');
    }
}
