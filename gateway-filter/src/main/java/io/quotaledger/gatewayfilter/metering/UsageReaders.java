package io.quotaledger.gatewayfilter.metering;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Chooses the reader for a response by its headers. */
public final class UsageReaders {
    private UsageReaders() {}

    /** A new reader for a response with these headers. */
    public static UsageReader forResponse(HttpHeaders headers) {
        String encoding = headers.getFirst(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            return new ByteCounter();
        }
        var type = contentType(headers);
        if (type == null) {
            return new ByteCounter();
        }
        if (MediaType.TEXT_EVENT_STREAM.isCompatibleWith(type)) {
            return new SseUsageReader();
        }
        boolean json = type.getSubtype().equals("json") || "json".equals(type.getSubtypeSuffix());
        return json ? new JsonUsageReader() : new ByteCounter();
    }

    private static @Nullable MediaType contentType(HttpHeaders headers) {
        try {
            return headers.getContentType();
        } catch (InvalidMediaTypeException e) {
            return null;
        }
    }
}
