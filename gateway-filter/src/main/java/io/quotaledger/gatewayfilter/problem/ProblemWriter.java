package io.quotaledger.gatewayfilter.problem;

import java.io.ByteArrayOutputStream;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a problem as the response. */
public final class ProblemWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private ProblemWriter() {}

    /** Answers with the problem. */
    public static Mono<Void> write(ServerHttpResponse response, Problem problem) {
        response.setStatusCode(HttpStatusCode.valueOf(problem.code().status()));
        var headers = response.getHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.retryAfter() != null) {
            headers.set(HttpHeaders.RETRY_AFTER, Long.toString(Problem.seconds(problem.retryAfter())));
        }
        if (problem.code() == Problem.Code.UNAUTHENTICATED) {
            headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        byte[] body = toJson(problem);
        headers.setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }

    static byte[] toJson(Problem problem) {
        var out = new ByteArrayOutputStream();
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("type", problem.code().type());
            json.writeStringProperty("title", problem.code().title());
            json.writeNumberProperty("status", problem.code().status());
            json.writeStringProperty("detail", problem.detail());
            json.writeStringProperty("code", problem.code().slug());
            if (problem.account() != null) {
                write(json, problem.account());
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, Problem.Refusing account) {
        json.writeStringProperty("level", account.level().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("scope", account.scope());
        if (account.meter() != null) {
            json.writeStringProperty("meter", account.meter());
        }
        if (account.period() != null) {
            json.writeStringProperty("period", account.period());
        }
        json.writeNumberProperty("needed", account.needed());
        json.writeNumberProperty("available", account.available());
    }
}
