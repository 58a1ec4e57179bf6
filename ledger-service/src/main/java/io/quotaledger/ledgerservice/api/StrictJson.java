package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Reads JSON as it is written: no unknown or doubled fields, no text or fraction for a whole number, no number for a text, nothing
 * after the end.
 */
@Singleton
final class StrictJson implements BeanCreatedEventListener<ObjectMapper> {
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    @Override
    public ObjectMapper onCreated(BeanCreatedEvent<ObjectMapper> event) {
        return configure(event.getBean());
    }

    @SuppressWarnings("deprecation") // MapperFeature can only be set on an existing mapper by these
    static ObjectMapper configure(ObjectMapper mapper) {
        mapper.getFactory().configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature(), true);
        mapper.configure(MapperFeature.ALLOW_COERCION_OF_SCALARS, false);
        mapper.configure(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS, false);
        mapper.enable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS,
                DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
        mapper.disable(
                DeserializationFeature.ACCEPT_FLOAT_AS_INT,
                DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY,
                DeserializationFeature.UNWRAP_SINGLE_VALUE_ARRAYS,
                DeserializationFeature.ACCEPT_EMPTY_STRING_AS_NULL_OBJECT,
                DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL,
                DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE);
        mapper.coercionConfigFor(LogicalType.Textual)
                .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        mapper.registerModule(new SimpleModule("strict-times")
                .addDeserializer(Instant.class, new StrictInstant())
                .addDeserializer(Duration.class, new StrictDuration()));
        return mapper;
    }

    /** A point in time with its offset, from 1970 to 9999. */
    private static final class StrictInstant extends StdScalarDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        StrictInstant() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.hasToken(JsonToken.VALUE_STRING)) {
                try {
                    var instant = OffsetDateTime.parse(parser.getText()).toInstant();
                    if (!instant.isBefore(Instant.EPOCH) && !instant.isAfter(LATEST)) {
                        return instant;
                    }
                } catch (DateTimeException e) {
                    throw context.weirdStringException(parser.getText(), Instant.class, "must be a time");
                }
            }
            return context.reportInputMismatch(this, "must be a time such as \"2026-11-30T00:00:00Z\"");
        }
    }

    /** An ISO-8601 duration, or whole seconds. */
    private static final class StrictDuration extends StdScalarDeserializer<Duration> {
        private static final long serialVersionUID = 1L;

        StrictDuration() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
                return Duration.ofSeconds(parser.getLongValue());
            }
            if (parser.hasToken(JsonToken.VALUE_STRING)) {
                try {
                    return Duration.parse(parser.getText());
                } catch (DateTimeException e) {
                    throw context.weirdStringException(parser.getText(), Duration.class, "must be a duration");
                }
            }
            return context.reportInputMismatch(this, "must be a duration such as \"PT2M\", or seconds");
        }
    }
}
