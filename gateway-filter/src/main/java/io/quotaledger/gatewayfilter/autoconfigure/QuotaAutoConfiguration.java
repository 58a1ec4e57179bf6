package io.quotaledger.gatewayfilter.autoconfigure;

import io.quotaledger.gatewayfilter.config.ConfigFollower;
import io.quotaledger.gatewayfilter.config.ConfigView;
import io.quotaledger.gatewayfilter.config.QuotaProperties;
import io.quotaledger.gatewayfilter.identity.ApiKeys;
import io.quotaledger.gatewayfilter.observe.QuotaObserver;
import io.quotaledger.gatewayfilter.outage.KnownBalances;
import io.quotaledger.gatewayfilter.outage.StoreGuard;
import io.quotaledger.gatewayfilter.prepay.Prepayer;
import io.quotaledger.gatewayfilter.request.BodyReader;
import io.quotaledger.gatewayfilter.settle.Settler;
import io.quotaledger.gatewayfilter.web.DrainLimits;
import io.quotaledger.gatewayfilter.web.PrepaidCalls;
import io.quotaledger.quotastore.EventPublisher;
import io.quotaledger.quotastore.KafkaEventPublisher;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.OutboxRelay;
import io.quotaledger.quotastore.PublishListener;
import io.quotaledger.quotastore.QuotaStore;
import io.quotaledger.quotastore.RelaySettings;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.Ids;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.schemas.serde.SchemaRegistration;
import java.time.Clock;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The core: configuration, identity, prepay and settlement, whatever filter uses them. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "quota.enabled", matchIfMissing = true)
@EnableConfigurationProperties(QuotaProperties.class)
public class QuotaAutoConfiguration {
    /** Name of this gateway, made up once if it has none. */
    private final String source;

    private final QuotaProperties properties;

    /** With the settings of the application. */
    public QuotaAutoConfiguration(QuotaProperties properties) {
        this.properties = properties;
        String id = properties.instanceId();
        this.source = "gateway/" + (id == null ? UUID.randomUUID().toString() : Ids.require("quota.instance-id", id));
    }

    /** Latest version of plans, tenants, apps, keys and prices. */
    @Bean
    @ConditionalOnMissingBean
    public ConfigView quotaConfigView() {
        return new ConfigView();
    }

    /** Keeps the view up to date. */
    @Bean
    @ConditionalOnMissingBean
    public ConfigFollower quotaConfigFollower(ConfigView view) {
        var values = AvroSerde.of(ConfigEntry.class, KafkaSettings.serdes(properties))
                .deserializer();
        return new ConfigFollower(
                view,
                KafkaSettings.clients(properties),
                values,
                () -> SchemaRegistration.registerAll(KafkaSettings.serdes(properties)));
    }

    /** Redis. */
    @Bean
    @ConditionalOnMissingBean(QuotaStore.class)
    public LettuceQuotaStore quotaStore() {
        return LettuceQuotaStore.connect(storeSettings(), serde());
    }

    /** Brings events to Kafka. */
    @Bean
    @ConditionalOnMissingBean(EventPublisher.class)
    @ConditionalOnBean(LettuceQuotaStore.class)
    public KafkaEventPublisher quotaEventPublisher(LettuceQuotaStore store, ObjectProvider<PublishListener> listener) {
        return new KafkaEventPublisher(
                KafkaSettings.clients(properties),
                serde(),
                store.outbox(),
                listener.getIfAvailable(() -> PublishListener.NONE));
    }

    /** Brings the events to Kafka that stayed behind. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(LettuceQuotaStore.class)
    @ConditionalOnBooleanProperty(name = "quota.outbox-relay.enabled", matchIfMissing = true)
    public OutboxRelay quotaOutboxRelay(ObjectProvider<PublishListener> listener) {
        return OutboxRelay.start(
                storeSettings(),
                KafkaSettings.clients(properties),
                serde(),
                RelaySettings.DEFAULTS,
                listener.getIfAvailable(() -> PublishListener.NONE));
    }

    /** Finds callers. */
    @Bean
    @ConditionalOnMissingBean
    public ApiKeys quotaApiKeys(ConfigView view) {
        return new ApiKeys(view, properties.apiKeyHeaders());
    }

    /** Notices when Redis gives no answers. */
    @Bean
    @ConditionalOnMissingBean
    public StoreGuard quotaStoreGuard(QuotaStore store, ObjectProvider<QuotaObserver> observer) {
        return new StoreGuard(store, observer(observer), properties.outage().probeInterval());
    }

    /** What calls may be admitted by while it does not. */
    @Bean
    @ConditionalOnMissingBean
    public KnownBalances quotaKnownBalances() {
        return new KnownBalances(Clock.systemUTC());
    }

    /** Holds. */
    @Bean
    @ConditionalOnMissingBean
    public Prepayer quotaPrepayer(StoreGuard store, KnownBalances balances, EventPublisher publisher) {
        return new Prepayer(store, balances, publisher, source, properties.seedWait(), Clock.systemUTC());
    }

    /** Closes. */
    @Bean
    @ConditionalOnMissingBean
    public Settler quotaSettler(
            QuotaStore store,
            KnownBalances balances,
            EventPublisher publisher,
            ObjectProvider<QuotaObserver> observer) {
        return new Settler(store, balances, publisher, source, observer(observer), Clock.systemUTC());
    }

    /** What every filter does. */
    @Bean
    @ConditionalOnMissingBean
    public PrepaidCalls prepaidCalls(
            ConfigView view,
            ApiKeys apiKeys,
            Prepayer prepayer,
            Settler settler,
            ObjectProvider<QuotaObserver> observer) {
        var drain = properties.drain();
        return new PrepaidCalls(
                view,
                apiKeys,
                new BodyReader(Math.toIntExact(properties.maxRequestBytes().toBytes())),
                prepayer,
                settler,
                new DrainLimits(drain.time(), drain.bytes().toBytes()),
                properties.outage().rule(),
                observer(observer));
    }

    private StoreSettings storeSettings() {
        var redis = properties.redis();
        return StoreSettings.of(redis.uri())
                .withCommandTimeout(redis.commandTimeout())
                .withConnectTimeout(redis.connectTimeout())
                .withRequestQueueSize(redis.requestQueueSize())
                .withOutboxLimit(redis.outboxLimit());
    }

    private static QuotaObserver observer(ObjectProvider<QuotaObserver> observer) {
        return observer.getIfAvailable(() -> QuotaObserver.NONE);
    }

    private AvroSerde<SpecificRecord> serde() {
        return AvroSerde.forTopics(KafkaSettings.serdes(properties));
    }
}
