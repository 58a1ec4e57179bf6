package io.quotaledger.gatewayfilter.request;

import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.schemas.Amounts;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the fields that decide the cost from a request body. Strict: what upstreams could read in two ways is refused,
 * such as a field given twice, a fraction or text where a whole number belongs, or anything after the object.
 */
public final class RequestParser {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(200)
                    .build())
            .build();
    private static final int MAX_MODEL_LENGTH = 256;
    private static final Set<String> CAPS = Set.of("max_tokens", "max_completion_tokens", "max_output_tokens");
    private static final Set<String> CHOICES = Set.of("n", "best_of");
    private static final String GENERATION_CONFIG = "generationConfig";
    private static final String NESTED_CAP = "maxOutputTokens";

    private final JsonParser json;
    private final Set<String> seen = new HashSet<>();
    private String model = "";
    private @Nullable Long outputCap;
    private long choices = 1;

    private RequestParser(JsonParser json) {
        this.json = json;
    }

    /**
     * Reads a body.
     *
     * @throws RefusedException if it is no JSON object, or one of the fields is not as it must be
     */
    public static RequestFacts parse(byte[] body) {
        try (var json = JSON.createParser(ObjectReadContext.empty(), body)) {
            var parser = new RequestParser(json);
            parser.readObject();
            return new RequestFacts(parser.model, parser.outputCap, parser.choices, body.length);
        } catch (JacksonException e) {
            throw RefusedException.invalid("The body is not valid JSON.");
        }
    }

    private void readObject() {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw RefusedException.invalid("The body must be a JSON object.");
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            var value = json.nextToken();
            if (name.equals("model")) {
                model = readModel(once(name), value);
            } else if (CAPS.contains(name)) {
                readCap(once(name), value);
            } else if (CHOICES.contains(name)) {
                choices = Math.max(choices, readWhole(once(name), value, 1, 1));
            } else if (name.equals(GENERATION_CONFIG)) {
                readGenerationConfig(once(name), value);
            } else {
                json.skipChildren();
            }
        }
        if (json.nextToken() != null) {
            throw RefusedException.invalid("The body must be one JSON object.");
        }
    }

    private void readGenerationConfig(String name, JsonToken value) {
        if (value == JsonToken.VALUE_NULL) {
            return;
        }
        if (value != JsonToken.START_OBJECT) {
            throw RefusedException.invalid(name + " must be an object.");
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String inner = json.currentName();
            var innerValue = json.nextToken();
            if (inner.equals(NESTED_CAP)) {
                readCap(once(name + "." + inner), innerValue);
            } else {
                json.skipChildren();
            }
        }
    }

    private String readModel(String name, JsonToken value) {
        if (value == JsonToken.VALUE_NULL) {
            return "";
        }
        if (value != JsonToken.VALUE_STRING) {
            throw RefusedException.invalid(name + " must be text.");
        }
        String text = json.getString();
        if (text.length() > MAX_MODEL_LENGTH) {
            throw RefusedException.invalid(name + " is too long.");
        }
        return text;
    }

    private void readCap(String name, JsonToken value) {
        if (value != JsonToken.VALUE_NULL) {
            long cap = readWhole(name, value, 0, 0);
            outputCap = outputCap == null ? cap : Math.max(outputCap, cap);
        }
    }

    private long readWhole(String name, JsonToken value, long least, long ifNull) {
        if (value == JsonToken.VALUE_NULL) {
            return ifNull;
        }
        if (value != JsonToken.VALUE_NUMBER_INT
                || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                || json.getLongValue() < least
                || json.getLongValue() > Amounts.MAX) {
            throw RefusedException.invalid(name + " must be a whole number from " + least + " to " + Amounts.MAX + ".");
        }
        return json.getLongValue();
    }

    private String once(String name) {
        if (!seen.add(name)) {
            throw RefusedException.invalid(name + " is given twice.");
        }
        return name;
    }
}
