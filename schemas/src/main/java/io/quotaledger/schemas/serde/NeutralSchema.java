package io.quotaledger.schemas.serde;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;

/**
 * A generated class's schema without what only Java needs, so that writers in any language register the same schema and
 * get the same id.
 */
public final class NeutralSchema {
    private static final String JAVA_STRING = "avro.java.string";

    private NeutralSchema() {}

    /** The schema as its .avsc files say it, all records inlined. */
    public static Schema of(Schema schema) {
        try {
            var neutral = strip(new ObjectMapper().readTree(schema.toString()));
            return new Schema.Parser().parse(neutral.toString());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(property -> property.setValue(strip(property.getValue())));
            var isJavaString = object.remove(JAVA_STRING) != null && object.size() == 1;
            return isJavaString ? object.get("type") : object;
        }
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, strip(array.get(i)));
            }
        }
        return node;
    }
}
