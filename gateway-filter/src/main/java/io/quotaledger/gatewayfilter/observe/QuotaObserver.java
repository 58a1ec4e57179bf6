package io.quotaledger.gatewayfilter.observe;

import io.quotaledger.gatewayfilter.problem.Problem;
import java.time.Duration;

/** Is told what becomes of calls, for metrics. */
public interface QuotaObserver {
    /** Nobody is told. */
    QuotaObserver NONE = new QuotaObserver() {};

    /**
     * A hold was made, in this time.
     *
     * @param how {@code admitted}, {@code overage}, or {@code bypassed} if it was made without the store
     */
    default void admitted(String how, Duration took) {}

    /** A call was refused. */
    default void refused(Problem.Code code) {}

    /**
     * A call ended, this long after it began.
     *
     * @param charge {@code reported}, {@code drained}, {@code estimated}, {@code per_call} or {@code refunded}
     */
    default void ended(String charge, Duration took) {}

    /**
     * A reservation was closed, this long after the call ended.
     *
     * @param byStore whether the store answered; else the log alone has it
     */
    default void closed(boolean byStore, Duration took) {}

    /** The store ceased to answer, or answers again. */
    default void storeAnswers(boolean isBack) {}
}
