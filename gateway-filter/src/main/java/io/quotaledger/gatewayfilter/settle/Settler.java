package io.quotaledger.gatewayfilter.settle;

import io.quotaledger.gatewayfilter.observe.QuotaObserver;
import io.quotaledger.gatewayfilter.outage.KnownBalances;
import io.quotaledger.gatewayfilter.prepay.Hold;
import io.quotaledger.quotastore.CloseResult;
import io.quotaledger.quotastore.Closing;
import io.quotaledger.quotastore.EventPublisher;
import io.quotaledger.quotastore.QuotaStore;
import io.quotaledger.schemas.avro.QuotaEvent;
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
 * ledger books it once whatever the store did, and carries the difference into the store when it is back. The same if a repeat finds
 * the reservation closed: the event of the try that closed it is known to the store alone, which may forget it.
 */
public final class Settler implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);
    private static final int REPEATS = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration STOP_WAIT = Duration.ofSeconds(5);

    private final QuotaStore store;
    private final KnownBalances balances;
    private final EventPublisher publisher;
    private final ClosingEvents events;
    private final QuotaObserver observer;
    private final Clock clock;
    private final Phaser underWay = new Phaser(1);

    /**
     * Closes in the store.
     *
     * @param balances gets back what calls that were admitted without the store did not use of their hold
     * @param source source of the events: {@code gateway/<instance>}
     */
    public Settler(
            QuotaStore store,
            KnownBalances balances,
            EventPublisher publisher,
            String source,
            QuotaObserver observer,
            Clock clock) {
        this.store = store;
        this.balances = balances;
        this.publisher = publisher;
        this.events = new ClosingEvents(source);
        this.observer = observer;
        this.clock = clock;
    }

    /** Closes a reservation; returns at once. One that was made without the store is closed without it. */
    public void close(Hold hold, Ending ending) {
        var endedAt = clock.instant();
        if (hold.bypassed()) {
            sendToLog(hold, ending, endedAt);
            return;
        }
        underWay.register();
        Mono.defer(() -> Mono.fromCompletionStage(() -> store.close(closing(hold, ending, endedAt))))
                .retryWhen(Retry.backoff(REPEATS, FIRST_PAUSE))
                .doFinally(signal -> underWay.arriveAndDeregister())
                .subscribe(result -> publish(hold, ending, endedAt, result), error -> {
                    LOG.debug("Closes reservation {} without the store", hold.reservationId(), error);
                    sendToLog(hold, ending, endedAt);
                });
    }

    private Closing closing(Hold hold, Ending ending, Instant endedAt) {
        return new Closing(events.event(hold, ending, endedAt, Instant.EPOCH), hold.accounts());
    }

    private void publish(Hold hold, Ending ending, Instant endedAt, CloseResult result) {
        if (result instanceof CloseResult.Closed closed) {
            publisher.publish(closed.event());
            observer.closed(true, Duration.between(endedAt, clock.instant()));
        } else {
            sendToLog(hold, ending, endedAt);
        }
    }

    private void sendToLog(Hold hold, Ending ending, Instant endedAt) {
        var event = events.event(hold, ending, endedAt, clock.instant());
        try {
            publisher.send(event);
            observer.closed(false, Duration.between(endedAt, clock.instant()));
        } catch (RejectedExecutionException e) {
            LOG.error("Cannot close reservation {}, it will expire", hold.reservationId(), e);
        }
        if (hold.bypassed()) {
            giveBack(hold, event);
        }
    }

    private void giveBack(Hold hold, QuotaEvent closing) {
        var settled = closing.getSettled();
        for (int i = 0; i < hold.legs().size(); i++) {
            var leg = hold.legs().get(i);
            long charged = settled == null ? 0 : settled.getLegs().get(i).getConsumed();
            balances.add(leg.account(), charged - leg.held());
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
