package io.quotaledger.quickstart.workload;

import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.opening.Caller;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * One call to make.
 *
 * @param caller who makes it
 * @param path path of the API
 * @param model model to ask for
 * @param stream ask for server-sent events
 * @param includeUsage ask for usage at the end of the stream
 * @param maxTokens output cap; 0 names none
 * @param habit what is special about the client
 * @param script what the model server is to do
 */
public record PlannedCall(
        Caller caller,
        String path,
        String model,
        boolean stream,
        boolean includeUsage,
        long maxTokens,
        Habit habit,
        Script script) {
    /** Chat completions. */
    public static final String CHAT = "/v1/chat/completions";
    /** Embeddings. */
    public static final String EMBEDDINGS = "/v1/embeddings";

    /** Id of the call, the same in the model server's books. */
    public String callId() {
        return script.callId();
    }

    /** The request's {@code traceparent}, by which events and journal can be traced back to the call. */
    public String traceParent() {
        var id = UUID.nameUUIDFromBytes(callId().getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
        return "00-" + id + "-" + id.substring(0, 16) + "-00";
    }
}
