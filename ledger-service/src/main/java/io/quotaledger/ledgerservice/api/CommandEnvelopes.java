package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import io.quotaledger.ledgerservice.command.CommandId;
import io.quotaledger.ledgerservice.kafka.InstanceSettings;
import io.quotaledger.schemas.avro.QuotaEvent;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.regex.Pattern;

/** Makes the envelopes of commands out of the requests that give them. */
@Singleton
final class CommandEnvelopes {
    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    private final InstanceSettings instance;
    private final Clock clock;

    CommandEnvelopes(InstanceSettings instance, Clock clock) {
        this.instance = instance;
        this.clock = clock;
    }

    /** An envelope without payload: who, when, and an id that repeats with the request's {@code Idempotency-Key}. */
    QuotaEvent.Builder envelope(HttpRequest<?> request, Authentication actor, String tenantId) {
        var route = request.getMethodName() + " " + request.getPath();
        var idempotencyKey = request.getHeaders().get(CommandId.HEADER);
        return QuotaEvent.newBuilder()
                .setEventId(CommandId.of(tenantId, route, idempotencyKey))
                .setTenantId(tenantId)
                .setTime(clock.instant())
                .setSource(instance.source())
                .setTraceParent(request.getHeaders()
                        .findFirst("traceparent")
                        .filter(text -> TRACE_PARENT.matcher(text).matches())
                        .orElse(null))
                .setActor(actor.getName());
    }
}
