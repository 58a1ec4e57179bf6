package io.quotaledger.gatewayfilter.metering;

import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Usage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the {@code usage} object of OpenAI's chat, completions, embeddings and responses APIs. Cached and cache-write tokens are part of
 * the input tokens there; here each token is counted in one quantity only.
 */
final class UsageFields {
    private static final JsonFactory JSON = new JsonFactory();

    private UsageFields() {}

    /** The usage, if the value is an object with whole, non-negative counts; anything else is no report. */
    static Optional<Usage> parse(byte[] value) {
        try (var json = JSON.createParser(ObjectReadContext.empty(), value)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            var counts = new HashMap<String, Long>();
            readCounts(json, "", counts);
            return usage(counts);
        } catch (JacksonException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The text of a JSON string, if the value is one. */
    static Optional<String> parseText(byte[] value) {
        try (var json = JSON.createParser(ObjectReadContext.empty(), value)) {
            return json.nextToken() == JsonToken.VALUE_STRING ? Optional.of(json.getString()) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static void readCounts(JsonParser json, String prefix, Map<String, Long> counts) {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            var token = json.nextToken();
            if (token == JsonToken.START_OBJECT && prefix.isEmpty() && name.endsWith("_details")) {
                readCounts(json, "details.", counts);
            } else if (token == JsonToken.VALUE_NUMBER_INT) {
                counts.merge(prefix + name, count(json), Math::max);
            } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL && name.endsWith("_tokens")) {
                throw new NumberFormatException(name);
            } else {
                json.skipChildren();
            }
        }
    }

    private static long count(JsonParser json) {
        boolean fits = json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        if (!fits || json.getLongValue() < 0 || json.getLongValue() > Amounts.MAX) {
            throw new NumberFormatException("not a count");
        }
        return json.getLongValue();
    }

    private static Optional<Usage> usage(Map<String, Long> counts) {
        Long input = counts.getOrDefault("prompt_tokens", counts.get("input_tokens"));
        Long output = counts.getOrDefault("completion_tokens", counts.get("output_tokens"));
        if (input == null && output == null) {
            return Optional.empty();
        }
        long prompt = input == null ? 0 : input;
        long cacheRead = Math.min(prompt, counts.getOrDefault("details.cached_tokens", 0L));
        long cacheWrite = Math.min(prompt - cacheRead, counts.getOrDefault("details.cache_write_tokens", 0L));
        return Optional.of(
                new Usage(prompt - cacheRead - cacheWrite, cacheRead, cacheWrite, output == null ? 0L : output));
    }
}
