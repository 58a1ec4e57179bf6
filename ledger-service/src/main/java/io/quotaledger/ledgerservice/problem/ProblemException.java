package io.quotaledger.ledgerservice.problem;

import org.jspecify.annotations.Nullable;

/** A request that cannot be served, for a reason that is the client's to know. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    private ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** A problem of a kind. */
    public static ProblemException of(ProblemKind kind, String detail) {
        return new ProblemException(Problem.of(kind, detail, null));
    }

    /** A problem with one field, parameter or header. */
    public static ProblemException of(ProblemKind kind, @Nullable String field, String detail) {
        return new ProblemException(Problem.of(kind, detail, field));
    }

    /** A field, parameter or header with a value that is not allowed. */
    public static ProblemException invalid(String field, String detail) {
        return of(ProblemKind.INVALID_VALUE, field, detail);
    }

    /** A command that the fold refused. */
    public static ProblemException refused(int status, String code, String detail) {
        return new ProblemException(Problem.refused(status, code, detail));
    }

    /** The problem. */
    public Problem problem() {
        return problem;
    }
}
