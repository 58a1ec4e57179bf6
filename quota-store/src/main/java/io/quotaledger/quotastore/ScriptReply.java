package io.quotaledger.quotastore;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The texts that a script returned, read one after the other; the first is the code of its result. */
final class ScriptReply {
    private final Script script;
    private final List<String> texts;
    private int next;

    private ScriptReply(Script script, List<String> texts) {
        this.script = script;
        this.texts = texts;
    }

    static ScriptReply of(Script script, List<Object> reply) {
        return new ScriptReply(
                script,
                reply.stream()
                        .map(item -> new String((byte[]) item, StandardCharsets.UTF_8))
                        .toList());
    }

    String text() {
        return texts.get(next++);
    }

    long number() {
        return Long.parseLong(text());
    }

    boolean flag() {
        return text().equals("1");
    }

    boolean hasMore() {
        return next < texts.size();
    }

    /** Of an account that is told by its text. */
    StoredBalance balance(AccountKey key) {
        return AccountLine.read(key, text()).orElseThrow(this::unexpected).balance();
    }

    /** For a code that the table of scripts does not have, or that the caller cannot get. */
    IllegalStateException unexpected() {
        return new IllegalStateException("unexpected reply of " + script.fileName() + ": " + texts);
    }
}
