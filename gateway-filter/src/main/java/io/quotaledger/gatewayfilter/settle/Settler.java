package io.quotaledger.gatewayfilter.settle;

import io.quotaledger.gatewayfilter.observe.QuotaObserver;
import io.quotaledger.gatewayfilter.prepay.Hold;
import io.quotaledger.quotastore.CloseResult;
import io.quotaledger.quotastore.Closing;
import io.quotaledger.quotastore.EventPublisher;
import io.quotaledger.quotastore.QuotaStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Closes reservations in the store, in the background. If the store does not answer, repeats a few times, each with a new event id
 * and the same reservation id. If it still does not, what was delivered must not be lost: the event goes to Kafka without stamps, the
 * ledger books it once whatever the store did, and carries the difference into the store when it is back.
 */
public final class Settler implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);
    private static final int REPEATS = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration STOP_WAIT = Duration.ofSeconds(5);

    private final QuotaStore store;
    private final EventPublisher publisher;
    private final ClosingEvents events;
    private final QuotaObserver observer;
    private final Clock clock;
    private final Phaser underWay = new Phaser(1);

    /**
     * Closes in the store.
     *
     * @param source source of the events: {@code gateway/<instance>}
     */
    public Settler(QuotaStore store, EventPublisher publisher, String source, QuotaObserver observer, Clock clock) {
        this.store = store;
        this.publisher = publisher;
        this.events = new ClosingEvents(source);
        this.observer = observer;
        this.clock = clock;
    }

    /** Closes a reservation; returns at once. */
    public void close(Hold hold, Ending ending) {
        var endedAt = clock.instant();
        underWay.register();
        Mono.defer(() -> Mono.fromCompletionStage(() -> store.close(closing(hold, ending, endedAt))))
                .retryWhen(Retry.backoff(REPEATS, FIRST_PAUSE))
                .doFinally(signal -> underWay.arriveAndDeregister())
                .subscribe(result -> publish(result, endedAt), error -> bypassStore(hold, ending, endedAt, error));
    }

    private Closing closing(Hold hold, Ending ending, Instant endedAt) {
        return new Closing(events.event(hold, ending, endedAt, Instant.EPOCH), hold.accounts());
    }

    private void publish(CloseResult result, Instant endedAt) {
        observer.closed(true, Duration.between(endedAt, clock.instant()));
        if (result instanceof CloseResult.Closed closed) {
            publisher.publish(closed.event());
        }
    }

    private void bypassStore(Hold hold, Ending ending, Instant endedAt, Throwable error) {
        LOG.warn("Closes reservation {} without the store: {}", hold.reservationId(), error.toString());
        try {
            publisher.send(events.event(hold, ending, endedAt, clock.instant()));
            observer.closed(false, Duration.between(endedAt, clock.instant()));
        } catch (RejectedExecutionException e) {
            LOG.error("Cannot close reservation {}, it will expire", hold.reservationId(), e);
        }
    }

    /** Waits for the reservations that are being closed. */
    @Override
    public void destroy() throws InterruptedException {
        int phase = underWay.arrive();
        try {
            underWay.awaitAdvanceInterruptibly(phase, STOP_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("Stops while {} reservations are being closed", underWay.getUnarrivedParties(), e);
        }
    }
}
