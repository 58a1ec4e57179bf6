package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import io.micronaut.json.JsonMapper;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.quotaledger.ledgerservice.command.CommandId;
import io.quotaledger.ledgerservice.kafka.InstanceSettings;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.ledgerservice.problem.ProblemResponses;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes a request on to the instance that answers for its tenant, one hop and no further: who gets a request that was passed on
 * and is not the owner either says 503, since the two disagree only while tenants move.
 */
@Singleton
class OwnedElsewhereHandler implements ExceptionHandler<OwnedElsewhereException, HttpResponse<?>> {
    /** Header of a request that was passed on: id of the instance that did so. */
    static final String FORWARDED_BY = "Quota-Forwarded-By";

    private static final Logger LOG = LoggerFactory.getLogger(OwnedElsewhereHandler.class);
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(1);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final List<String> REQUEST_HEADERS = List.of(
            HttpHeaders.AUTHORIZATION, HttpHeaders.ACCEPT, HttpHeaders.CONTENT_TYPE, CommandId.HEADER, "traceparent");
    private static final List<String> RESPONSE_HEADERS =
            List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.RETRY_AFTER, HttpHeaders.WWW_AUTHENTICATE);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_WITHIN)
            .build();
    private final InstanceSettings instance;
    private final JsonMapper json;

    OwnedElsewhereHandler(InstanceSettings instance, JsonMapper json) {
        this.instance = instance;
        this.json = json;
    }

    @Override
    @ExecuteOn(TaskExecutors.BLOCKING)
    @SuppressWarnings("rawtypes") // the framework's signature
    public HttpResponse<?> handle(HttpRequest request, OwnedElsewhereException exception) {
        if (request.getHeaders().contains(FORWARDED_BY)) {
            return notReady("The tenant moves between instances; ask again shortly.");
        }
        try {
            return answer(http.send(forwarded(request, exception), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            LOG.info("{} does not answer for {}: {}", exception.owner(), request.getPath(), e.toString());
            return notReady("The instance that has the tenant does not answer; ask again shortly.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return notReady("The service is being stopped.");
        }
    }

    private java.net.http.HttpRequest forwarded(HttpRequest<?> request, OwnedElsewhereException exception)
            throws IOException {
        var owner = exception.owner();
        var path = request.getUri().getRawPath();
        var query = request.getUri().getRawQuery();
        var target = "http://" + owner.host() + ":" + owner.port() + path + (query == null ? "" : "?" + query);
        var body = exception.body();
        var forwarded = java.net.http.HttpRequest.newBuilder(URI.create(target))
                .timeout(ANSWER_WITHIN)
                .method(
                        request.getMethodName(),
                        body == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(json.writeValueAsBytes(body)))
                .header(FORWARDED_BY, instance.id());
        for (var name : REQUEST_HEADERS) {
            request.getHeaders().getAll(name).forEach(value -> forwarded.header(name, value));
        }
        return forwarded.build();
    }

    private static HttpResponse<?> answer(java.net.http.HttpResponse<byte[]> answered) {
        var response =
                HttpResponse.status(HttpStatus.valueOf(answered.statusCode())).body(answered.body());
        for (var name : RESPONSE_HEADERS) {
            answered.headers().firstValue(name).ifPresent(value -> response.header(name, value));
        }
        return response;
    }

    private static HttpResponse<?> notReady(String detail) {
        return ProblemResponses.response(ProblemKind.NOT_READY, detail, null);
    }
}
