package io.quotaledger.quickstart.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The parts of a request that the model server looks at.
 *
 * @param model model asked for
 * @param stream answer as server-sent events
 * @param includeUsage usage in the last event of the stream
 * @param script what to do
 */
record ModelRequest(String model, boolean stream, boolean includeUsage, Script script) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int BYTES_PER_TOKEN = 4;
    private static final int DEFAULT_OUTPUT = 256;

    /**
     * Reads a request. Without a script the usage follows from the body, so that the same call costs the same each time.
     *
     * @throws IllegalArgumentException if the body is not a JSON object with a model, or the script cannot be read
     */
    static ModelRequest of(byte[] body, @Nullable String scriptHeader, String newCallId) {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the body is not JSON", e);
        }
        var model = json.path("model").asString("");
        if (model.isEmpty()) {
            throw new IllegalArgumentException("model is missing");
        }
        return new ModelRequest(
                model,
                json.path("stream").asBoolean(false),
                json.path("stream_options").path("include_usage").asBoolean(false),
                scriptHeader == null ? unscripted(json, body, newCallId) : Script.fromHeader(scriptHeader));
    }

    private static Script unscripted(JsonNode json, byte[] body, String callId) {
        var hash = new CRC32();
        hash.update(body);
        long cap = json.path("max_completion_tokens")
                .asLong(json.path("max_tokens").asLong(DEFAULT_OUTPUT));
        long output = Math.max(1, Math.min(cap, 8 + hash.getValue() % DEFAULT_OUTPUT));
        long prompt = Math.max(1, new String(body, StandardCharsets.UTF_8).length() / BYTES_PER_TOKEN);
        return new Script(callId, new Tokens(prompt, 0, output), Ending.COMPLETE, 200, Duration.ZERO);
    }
}
