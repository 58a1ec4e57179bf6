package io.quotaledger.streamstopology;

import io.quotaledger.streamstopology.ledger.BrokenInvariantException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when a stream thread fails: broken books stop the application, and so does another process that has joined the
 * group under this instance's name, since the two would throw each other out forever. Anything else - the registry or a broker
 * does not answer - is tried again by a new thread from the last committed event.
 */
public final class LedgerFailureHandler implements StreamsUncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerFailureHandler.class);
    /** Between two tries, so that a refused connection does not make threads spin. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Override
    public StreamThreadExceptionResponse handle(Throwable exception) {
        for (var cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof BrokenInvariantException) {
                LOG.error("the books contradict themselves, nothing more is booked", exception);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            }
            if (cause instanceof FencedInstanceIdException) {
                LOG.error(
                        "another process has joined as this instance and goes on in its place: instance ids must differ");
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            }
        }
        LOG.error("a stream thread failed and is replaced", exception);
        LockSupport.parkNanos(PAUSE.toNanos());
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
}
