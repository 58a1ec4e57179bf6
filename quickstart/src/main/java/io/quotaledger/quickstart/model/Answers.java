package io.quotaledger.quickstart.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of OpenAI-shaped answers. */
final class Answers {
    private static final int CREATED = 1_700_000_000;
    private static final int MAX_CHUNKS = 6;
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final String TEXT =
            "The kettle sings, the tide is out, a lamp burns low, the road is long. ".repeat(128);

    private Answers() {}

    /** Generated text of so many tokens, up to about 9,000 characters. */
    static String content(long outputTokens) {
        return TEXT.substring(0, (int) Math.min(TEXT.length(), outputTokens * CHARACTERS_PER_TOKEN));
    }

    static String chat(ModelRequest request, String content, @Nullable Tokens usage) {
        return """
                {"id":"%s","object":"chat.completion","created":%d,"model":"%s","choices":[{"index":0,"message":\
                {"role":"assistant","content":"%s"},"finish_reason":"stop"}]%s}""".formatted(id(request), CREATED, request.model(), content, usageField(usage));
    }

    static String embeddings(ModelRequest request, @Nullable Tokens usage) {
        return """
                {"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.0123,-0.0456,0.0789]}],\
                "model":"%s"%s}""".formatted(
                        request.model(),
                        usage == null
                                ? ""
                                : ",\"usage\":{\"prompt_tokens\":%d,\"total_tokens\":%d}"
                                        .formatted(usage.prompt(), usage.prompt()));
    }

    /** Content events of a stream, at least one, without usage and end. */
    static List<String> contentEvents(ModelRequest request, String content) {
        int size = Math.max(1, (content.length() + MAX_CHUNKS - 1) / MAX_CHUNKS);
        var events = new ArrayList<String>();
        for (int from = 0; from == 0 || from < content.length(); from += size) {
            var part = content.substring(from, Math.min(content.length(), from + size));
            events.add(event(
                    request,
                    "[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":null}]".formatted(part),
                    ""));
        }
        return events;
    }

    /** What follows the content of a stream that ends well. */
    static List<String> lastEvents(ModelRequest request, @Nullable Tokens usage) {
        var events = new ArrayList<String>();
        events.add(event(request, "[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]", ""));
        if (usage != null) {
            events.add(event(request, "[]", usageField(usage)));
        }
        events.add("data: [DONE]\n\n");
        return events;
    }

    static String error(int status) {
        var type =
                switch (status) {
                    case 400 -> "invalid_request_error";
                    case 401 -> "authentication_error";
                    case 404 -> "not_found_error";
                    case 429 -> "rate_limit_error";
                    default -> "server_error";
                };
        return "{\"error\":{\"message\":\"the model server was told to fail\",\"type\":\"%s\",\"code\":%d}}"
                .formatted(type, status);
    }

    static String models(List<String> models) {
        var items = models.stream()
                .map("{\"id\":\"%s\",\"object\":\"model\",\"owned_by\":\"quickstart\"}"::formatted)
                .toList();
        return "{\"object\":\"list\",\"data\":[" + String.join(",", items) + "]}";
    }

    static String delivery(Delivery delivery) {
        var usage = delivery.usage();
        return "{\"callId\":\"%s\",\"model\":\"%s\",\"status\":%d,\"contentBytes\":%d%s}"
                .formatted(
                        delivery.callId(),
                        delivery.model(),
                        delivery.status(),
                        delivery.contentBytes(),
                        usageField(usage));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String event(ModelRequest request, String choices, String tail) {
        return "data: {\"id\":\"%s\",\"object\":\"chat.completion.chunk\",\"created\":%d,\"model\":\"%s\",\"choices\":%s%s}\n\n"
                .formatted(id(request), CREATED, request.model(), choices, tail);
    }

    private static String id(ModelRequest request) {
        return "chatcmpl-" + request.script().callId();
    }

    private static String usageField(@Nullable Tokens usage) {
        if (usage == null) {
            return "";
        }
        return ",\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d,\"total_tokens\":%d,\"prompt_tokens_details\":{\"cached_tokens\":%d}}"
                .formatted(usage.prompt(), usage.output(), usage.total(), usage.cached());
    }
}
