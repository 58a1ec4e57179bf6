package io.quotaledger.gatewayfilter.outage;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.quotaledger.gatewayfilter.observe.QuotaObserver;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.QuotaStore;
import io.quotaledger.quotastore.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Admits through the store, and stops asking it when it gives no answers: a circuit breaker. No call has to find out whether the store
 * is back; a probe that writes does, at an interval.
 */
public final class StoreGuard implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(StoreGuard.class);
    private static final CircuitBreakerConfig CONFIG = CircuitBreakerConfig.custom()
            .slidingWindowSize(20)
            .minimumNumberOfCalls(5)
            .failureRateThreshold(50)
            .recordException(StoreGuard::isUnavailable)
            .waitDurationInOpenState(Duration.ofDays(365)) // Only a probe ends it.
            .writableStackTraceEnabled(false)
            .build();

    private final QuotaStore store;
    private final QuotaObserver observer;
    private final Duration probeInterval;
    private final CircuitBreaker breaker = CircuitBreaker.of("quota-store", CONFIG);
    private final Disposable.Swap probing = Disposables.swap();

    /**
     * Guards a store.
     *
     * @param observer is told when the store ceases to answer, and when it answers again
     * @param probeInterval time between probes while it does not
     */
    public StoreGuard(QuotaStore store, QuotaObserver observer, Duration probeInterval) {
        this.store = store;
        this.observer = observer;
        this.probeInterval = probeInterval;
        breaker.getEventPublisher()
                .onError(error -> LOG.debug("The quota store gave no answer", error.getThrowable()))
                .onStateTransition(
                        transition -> onState(transition.getStateTransition().getToState()));
    }

    /** {@link QuotaStore#admit}; fails at once with {@link StoreUnavailableException} while the store is taken not to answer. */
    public Mono<AdmitResult> admit(Admission admission) {
        return Mono.fromCompletionStage(breaker.decorateCompletionStage(() -> store.admit(admission)))
                .onErrorMap(
                        CallNotPermittedException.class,
                        e -> new StoreUnavailableException("the quota store did not answer lately", e));
    }

    /** Whether the store is taken to answer. */
    public boolean isAvailable() {
        return breaker.getState() == State.CLOSED;
    }

    @Override
    public void destroy() {
        probing.dispose();
    }

    private void onState(State state) {
        if (state == State.OPEN) {
            LOG.warn("The quota store does not answer: until it does, calls are treated by the outage policy of their"
                    + " route and plan");
            observer.storeAnswers(false);
            probing.update(Flux.interval(probeInterval)
                    .onBackpressureDrop()
                    .concatMap(
                            tick -> Mono.fromCompletionStage(store::probe)
                                    .thenReturn(true)
                                    .onErrorReturn(false),
                            1)
                    .filter(isBack -> isBack)
                    .next()
                    .subscribe(isBack -> breaker.transitionToClosedState()));
        } else if (state == State.CLOSED) {
            LOG.info("The quota store answers again");
            observer.storeAnswers(true);
        }
    }

    private static boolean isUnavailable(Throwable failure) {
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof StoreUnavailableException;
    }
}
