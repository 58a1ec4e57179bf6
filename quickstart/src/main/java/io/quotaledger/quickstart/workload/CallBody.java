package io.quotaledger.quickstart.workload;

import java.nio.charset.StandardCharsets;

/** The bytes of a request: a prompt as long as the tokens it stands for. */
final class CallBody {
    private static final int BYTES_PER_TOKEN = 4;
    private static final String WORDS = "Tell me more about the sea and how a tide can be told in advance by pen. ";

    private CallBody() {}

    static byte[] of(PlannedCall call) {
        if (call.habit() == Habit.BROKEN_BODY) {
            return "{\"model\":\"tide-mini\",\"messages\":[".getBytes(StandardCharsets.UTF_8);
        }
        var body = new StringBuilder("{\"model\":\"").append(call.model()).append('"');
        if (call.maxTokens() > 0) {
            body.append(",\"max_tokens\":").append(call.maxTokens());
        }
        if (call.stream()) {
            body.append(",\"stream\":true");
        }
        if (call.stream() && call.includeUsage()) {
            body.append(",\"stream_options\":{\"include_usage\":true}");
        }
        var isChat = call.path().equals(PlannedCall.CHAT);
        body.append(isChat ? ",\"messages\":[{\"role\":\"user\",\"content\":\"" : ",\"input\":[\"");
        prompt(body, call.script().tokens().prompt());
        body.append(isChat ? "\"}]}" : "\"]}");
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void prompt(StringBuilder body, long tokens) {
        for (long left = tokens * BYTES_PER_TOKEN; left > 0; left -= WORDS.length()) {
            body.append(WORDS, 0, (int) Math.min(left, WORDS.length()));
        }
    }
}
