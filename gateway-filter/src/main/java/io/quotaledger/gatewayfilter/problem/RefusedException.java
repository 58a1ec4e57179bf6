package io.quotaledger.gatewayfilter.problem;

/** The request is refused; carries what the client is told. Thrown before anything is held. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /** Refuses with this problem. */
    public RefusedException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** An {@link Problem.Code#INVALID_REQUEST}. */
    public static RefusedException invalid(String detail) {
        return new RefusedException(Problem.of(Problem.Code.INVALID_REQUEST, detail));
    }

    /** What the client is told. */
    public Problem problem() {
        return problem;
    }
}
