package io.quotaledger.ledgerservice.ledger;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import io.micronaut.core.convert.format.MapFormat;
import io.micronaut.core.naming.conventions.StringConvention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How the topology runs.
 *
 * @param applicationId application id of Kafka Streams, and so its consumer group
 * @param stateDir folder of the stores; keep it over restarts
 * @param threads stream threads
 * @param standbys copies of each store that other instances keep up to date, to take over from; of no effect with one instance
 * @param timerInterval time between two looks at what is due
 * @param properties passed through to Kafka Streams as they stand
 */
@ConfigurationProperties("quota.streams")
public record LedgerSettings(
        @Bindable(defaultValue = "quota-ledger") String applicationId,
        Path stateDir,
        @Bindable(defaultValue = "1") int threads,
        @Bindable(defaultValue = "1") int standbys,
        @Bindable(defaultValue = "500ms") Duration timerInterval,

        @Bindable(defaultValue = "")
        @MapFormat(transformation = MapFormat.MapTransformation.FLAT, keyFormat = StringConvention.RAW)
        Map<String, String> properties) {}
