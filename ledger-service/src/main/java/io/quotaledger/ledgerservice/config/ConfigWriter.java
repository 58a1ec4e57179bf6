package io.quotaledger.ledgerservice.config;

import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PriceBook;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes plans and price books to {@code quota-config}, one at a time: each write sees the one before in the view, so that versions
 * have no gaps. The same content is no new version.
 */
@Singleton
public final class ConfigWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigWriter.class);
    private static final long READ_BACK_SECONDS = 10;

    private final ConfigView view;
    private final Producer<String, SpecificRecord> producer;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(task -> new Thread(task, "write-config"));

    ConfigWriter(ConfigView view, KafkaClients clients) {
        this.view = view;
        this.producer = clients.producer("config");
    }

    /**
     * Makes this the latest version of the plan.
     *
     * @param draft the plan; its version is ignored
     * @return the plan with its version
     */
    public CompletionStage<Plan> put(Plan draft) {
        return CompletableFuture.supplyAsync(() -> putNow(draft), writer);
    }

    /**
     * Makes this the latest version of the price book.
     *
     * @param draft the book; its version is ignored
     * @return the book with its version
     */
    public CompletionStage<PriceBook> put(PriceBook draft) {
        return CompletableFuture.supplyAsync(() -> putNow(draft), writer);
    }

    private Plan putNow(Plan draft) {
        requireReady();
        PlanRules.check(draft, view);
        var current = view.plan(draft.getPlanId());
        var version = current.map(Plan::getVersion).orElse(0L);
        var same = Plan.newBuilder(draft).setVersion(version).build();
        if (current.filter(same::equals).isPresent()) {
            return same;
        }
        var next = Plan.newBuilder(draft).setVersion(version + 1).build();
        write(
                ConfigKeys.plan(next.getPlanId()),
                ConfigEntry.newBuilder().setPlan(next).build());
        return next;
    }

    private PriceBook putNow(PriceBook draft) {
        requireReady();
        PriceBookRules.check(draft);
        var current = view.priceBook(draft.getPriceBookId());
        var version = current.map(PriceBook::getVersion).orElse(0L);
        var same = PriceBook.newBuilder(draft).setVersion(version).build();
        if (current.filter(same::equals).isPresent()) {
            return same;
        }
        var next = PriceBook.newBuilder(draft).setVersion(version + 1).build();
        write(
                ConfigKeys.priceBook(next.getPriceBookId()),
                ConfigEntry.newBuilder().setPriceBook(next).build());
        return next;
    }

    private void requireReady() {
        if (!view.isReady()) {
            throw ProblemException.of(ProblemKind.NOT_READY, "The service has not read quota-config yet.");
        }
    }

    private void write(String key, ConfigEntry entry) {
        try {
            var record = new ProducerRecord<String, SpecificRecord>(Topic.CONFIG.topicName(), key, entry);
            var written = producer.send(record).get();
            view.reached(written.offset()).toCompletableFuture().get(READ_BACK_SECONDS, TimeUnit.SECONDS);
        } catch (KafkaException | ExecutionException e) {
            LOG.warn("{} was not acknowledged", key, e);
            throw ProblemException.of(ProblemKind.NOT_READY, "Kafka did not acknowledge the change; repeat it.");
        } catch (TimeoutException e) {
            throw ProblemException.of(
                    ProblemKind.OUTCOME_UNKNOWN, "The change was written but not read back in time; repeat it.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProblemException.of(ProblemKind.NOT_READY, "The service is stopping.");
        }
    }

    @Override
    public void close() {
        writer.shutdown();
        producer.close();
    }
}
