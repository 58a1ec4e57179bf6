package io.quotaledger.quotastore;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.serde.AvroSerde;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * Redis over one shared Lettuce connection. All methods are safe for all threads and none waits for Redis; stages
 * complete on a thread of the client, which must not be blocked.
 *
 * <p>Stages fail with {@link StoreUnavailableException} if Redis gives no answer, with {@link
 * AmountOutOfRangeException} if a sum would leave 2^53 - 1, and with {@link IllegalArgumentException} if a closing
 * contradicts its admission. Calls that could never be made (foreign ids, legs that are not those of the path) throw
 * {@link IllegalArgumentException} at once.
 */
public final class LettuceQuotaStore implements QuotaStore, LedgerSync, AutoCloseable {
    private static final byte[] PROBE = {'1'};
    private static final long PROBE_MILLIS = 1_000;
    private static final Pattern IDS = Pattern.compile("(?m)^(?:run_id|master_replid):(\\w+)");

    private final StoreSettings settings;
    private final AvroSerde<SpecificRecord> serde;
    private final Supplier<String> time;
    private final RedisLink link;
    private final ScriptRunner runner;
    private final AdmitCoalescer admissions;

    LettuceQuotaStore(StoreSettings settings, AvroSerde<SpecificRecord> serde, Supplier<String> time) {
        this.settings = settings;
        this.serde = serde;
        this.time = time;
        this.link = RedisLink.open(settings);
        this.runner = new ScriptRunner(link, settings);
        this.admissions = new AdmitCoalescer(runner, time, settings, System::nanoTime);
    }

    /**
     * Connects. If the first try fails, which takes twice {@link StoreSettings#connectTimeout} at most, the store goes
     * on trying in the background, and calls fail until Redis is there.
     *
     * @param serde writes the events; its schemas should be registered already
     */
    public static LettuceQuotaStore connect(StoreSettings settings, AvroSerde<SpecificRecord> serde) {
        return new LettuceQuotaStore(settings, serde, () -> "");
    }

    @Override
    public CompletionStage<AdmitResult> admit(Admission admission) {
        var call = new AdmitCall(admission);
        if (call.holdMillis() > settings.budgetGrace().toMillis()) {
            throw new IllegalArgumentException("a hold is not longer than budgets stay in Redis after their period");
        }
        var receiptMillis = call.holdMillis() + settings.receiptMargin().toMillis();
        var event = serde.toBytes(Topic.EVENTS, admission.event());
        return admissions.admit(call, call.toPart(receiptMillis, event));
    }

    @Override
    public CompletionStage<CloseResult> close(Closing closing) {
        var call = new CloseCall(closing);
        var receiptMillis = settings.unknownReceiptLife().toMillis();
        var event = serde.toBytes(Topic.EVENTS, closing.event());
        return runner.run(call.toScript(time.get(), receiptMillis, event)).thenApply(call::read);
    }

    @Override
    public CompletionStage<Void> probe() {
        return runner.ask(redis -> redis.psetex(StoreKeys.PROBE, PROBE_MILLIS, PROBE))
                .thenApply(unused -> null);
    }

    @Override
    public CompletionStage<SyncResult> apply(StoreUpdate update) {
        return runner.run(SyncCall.toScript(update, settings.budgetGrace())).thenApply(SyncCall::read);
    }

    @Override
    public CompletionStage<Optional<StoredAccount>> inspect(AccountKey key) {
        return AccountLine.find(runner, key);
    }

    @Override
    public CompletionStage<Optional<StoredEvent>> checkpoint(QuotaEvent template) {
        var call = new CheckpointCall(template);
        var event = serde.toBytes(Topic.EVENTS, template);
        return runner.run(call.toScript(time.get(), event)).thenApply(call::read);
    }

    @Override
    public CompletionStage<Optional<StoredEvent>> drop(QuotaEvent template, StoredAccount expected) {
        var call = new DropCall(template, expected);
        var event = serde.toBytes(Topic.EVENTS, template);
        return runner.run(call.toScript(time.get(), event)).thenApply(call::read);
    }

    @Override
    public CompletionStage<List<AccountKey>> takeTouched(int bucket, int most) {
        return TouchedAccounts.take(runner, bucket, most);
    }

    @Override
    public CompletionStage<String> history() {
        return runner.ask(redis -> redis.info())
                .thenApply(info ->
                        IDS.matcher(info).results().map(id -> id.group(1)).collect(Collectors.joining("/")));
    }

    @Override
    public CompletionStage<Optional<String>> findMark(int bucket) {
        return runner.ask(redis -> redis.get(StoreKeys.mark(bucket)))
                .thenApply(mark -> Optional.ofNullable(mark).map(bytes -> new String(bytes, UTF_8)));
    }

    @Override
    public CompletionStage<Void> mark(int bucket, String history) {
        return runner.ask(redis -> redis.set(StoreKeys.mark(bucket), history.getBytes(UTF_8)))
                .thenApply(unused -> null);
    }

    /** The outboxes, to remove from what Kafka has acknowledged. */
    public Outbox outbox() {
        return new LettuceOutbox(runner);
    }

    @Override
    public void close() {
        link.close();
    }
}
