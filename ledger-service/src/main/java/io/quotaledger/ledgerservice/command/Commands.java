package io.quotaledger.ledgerservice.command;

import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.ledgerservice.kafka.TopicTail;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.QuotaEvent;
import jakarta.inject.Singleton;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends commands to {@code quota-events} and waits for what the fold says in {@code quota-outcomes}, whichever instance runs the fold.
 * One thread sends, so that callers never block on Kafka.
 */
@Singleton
public final class Commands implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

    private final CommandSettings settings;
    private final PendingOutcomes pending = new PendingOutcomes();
    private final ExecutorService sender;
    private final Producer<String, SpecificRecord> producer;
    private final TopicTail<Outcome> outcomes;

    Commands(KafkaClients clients, CommandSettings settings, MeterRegistry registry) {
        this.settings = settings;
        this.sender = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(settings.queue()),
                task -> new Thread(task, "send-commands"));
        this.producer = clients.producer("commands");
        this.outcomes = new TopicTail<>(
                Topic.OUTCOMES,
                TopicTail.Start.END,
                () -> clients.reader("outcomes"),
                record -> complete(record.value()));
        registry.gauge("quota.commands.pending", pending, PendingOutcomes::size);
    }

    /** Starts to follow the outcomes. */
    public void start() {
        outcomes.start();
    }

    /** Whether outcomes are being followed. */
    public boolean isReady() {
        return outcomes.isReady();
    }

    /**
     * Sends a command.
     *
     * @return what the fold said; fails with a {@link ProblemException} 503 if the command could not be sent, 504 if the
     *     outcome did not come in time
     */
    public CompletionStage<Outcome> send(QuotaEvent command) {
        var outcome = new CompletableFuture<Outcome>();
        if (!isReady()) {
            outcome.completeExceptionally(notReady("The service does not follow the outcomes yet."));
            return outcome;
        }
        try {
            sender.execute(() -> produce(command, outcome));
        } catch (RejectedExecutionException e) {
            outcome.completeExceptionally(notReady("Too many commands wait to be sent."));
        }
        return outcome.copy()
                .orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        failure instanceof TimeoutException ? unknownOutcome() : unwrap(failure)));
    }

    private void complete(@Nullable Outcome outcome) {
        if (outcome != null) {
            pending.complete(outcome);
        }
    }

    private void produce(QuotaEvent command, CompletableFuture<Outcome> outcome) {
        pending.add(command.getEventId(), outcome);
        var record =
                new ProducerRecord<String, SpecificRecord>(Topic.EVENTS.topicName(), command.getTenantId(), command);
        try {
            var unused = producer.send(record, (metadata, failure) -> {
                if (failure != null) {
                    fail(command, outcome, failure);
                } else {
                    pending.acknowledge(command.getEventId(), outcome, metadata.offset());
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            fail(command, outcome, e);
        }
    }

    private void fail(QuotaEvent command, CompletableFuture<Outcome> outcome, Exception failure) {
        LOG.warn(
                "Command {} of {} was not acknowledged: {}",
                command.getEventId(),
                command.getTenantId(),
                failure.toString());
        pending.remove(command.getEventId(), outcome);
        outcome.completeExceptionally(ProblemException.of(
                ProblemKind.NOT_READY,
                "Kafka did not acknowledge the command; repeat it with the same " + CommandId.HEADER + "."));
    }

    private static Throwable unwrap(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static ProblemException notReady(String detail) {
        return ProblemException.of(ProblemKind.NOT_READY, detail);
    }

    private static ProblemException unknownOutcome() {
        return ProblemException.of(
                ProblemKind.OUTCOME_UNKNOWN,
                "The command was sent and may still be applied. Repeat it with the same " + CommandId.HEADER
                        + " to learn its outcome.");
    }

    @Override
    public void close() {
        sender.shutdown();
        producer.close();
        outcomes.close();
    }
}
