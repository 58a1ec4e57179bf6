package io.quotaledger.schemas.serde;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Confluent's REST API, as far as serdes need it. Only a clear word of the registry about the schema itself counts as an
 * answer; whatever else comes back (time-out, 5xx, 401, a page of some proxy) means that it is not available.
 */
final class SchemaRegistryClient implements SchemaRegistry {
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final String ACCEPT = CONTENT_TYPE + ", application/vnd.schemaregistry+json, application/json";
    private static final int OK = 200;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
    /** Error codes of the API: no such subject, no such schema. */
    private static final Set<Integer> NOT_FOUND = Set.of(40401, 40403);

    private final ObjectMapper json = new ObjectMapper();
    private final RegistryConfig config;
    private final HttpClient http;

    SchemaRegistryClient(RegistryConfig config) {
        this.config = config;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(config.connectTimeout())
                .build();
    }

    @Override
    public int register(String subject, Schema schema) {
        var path = subjectPath(subject);
        var body = json.createObjectNode().put("schema", schema.toString()).toString();
        var answer = ask(config.autoRegister() ? path + "/versions" : path, body);
        var id = answer.path("id");
        if (!id.canConvertToInt()) {
            throw new RegistryUnavailableException("The schema registry gave no id for " + path);
        }
        return id.intValue();
    }

    @Override
    public Schema schema(int id) {
        var answer = ask("/schemas/ids/" + id, null);
        try {
            return parse(answer, new Schema.Parser(), new HashSet<>());
        } catch (AvroRuntimeException e) {
            throw new SerializationException("The schema with id " + id + " is not an Avro schema", e);
        }
    }

    /** The schema in an answer. Some writers register each named type by itself; those come first. */
    private Schema parse(JsonNode answer, Schema.Parser parser, Set<String> seen) {
        for (var reference : answer.path("references")) {
            var path = subjectPath(reference.path("subject").asText()) + "/versions/"
                    + reference.path("version").asInt();
            if (seen.add(path)) {
                parse(ask(path, null), parser, seen);
            }
        }
        return parser.parse(answer.path("schema").asText());
    }

    private static String subjectPath(String subject) {
        return "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8);
    }

    private JsonNode ask(String path, @Nullable String body) {
        List<String> failures = new ArrayList<>();
        for (var url : config.urls()) {
            try {
                var response = http.send(request(url + path, body), BodyHandlers.ofString());
                var answer = parse(response.body());
                if (response.statusCode() == OK && answer.isObject()) {
                    return answer;
                }
                if (isAboutTheSchema(response, answer)) {
                    throw new SerializationException("The schema registry refuses " + path + ": " + response.body());
                }
                failures.add(url + ": status " + response.statusCode());
            } catch (IOException e) {
                failures.add(url + ": " + e);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
        throw new RegistryUnavailableException("No schema registry answers " + path + ": " + failures);
    }

    private static boolean isAboutTheSchema(HttpResponse<String> response, JsonNode answer) {
        return response.statusCode() == CONFLICT
                || response.statusCode() == UNPROCESSABLE
                || NOT_FOUND.contains(answer.path("error_code").asInt());
    }

    private JsonNode parse(String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException e) {
            return json.nullNode();
        }
    }

    private HttpRequest request(String uri, @Nullable String body) {
        var request = HttpRequest.newBuilder(URI.create(uri))
                .timeout(config.readTimeout())
                .header("Accept", ACCEPT);
        if (!config.userInfo().isEmpty()) {
            var credentials = config.userInfo().getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        return body == null
                ? request.build()
                : request.header("Content-Type", CONTENT_TYPE)
                        .POST(BodyPublishers.ofString(body))
                        .build();
    }
}
