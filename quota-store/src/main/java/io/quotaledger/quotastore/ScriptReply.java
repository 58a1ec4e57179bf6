package io.quotaledger.quotastore;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a script replied, read one item after the other: texts, the first of which is the code of the result, or the
 * replies to several calls.
 */
final class ScriptReply {
    private final Script script;
    private final List<?> items;
    private int next;

    ScriptReply(Script script, List<?> items) {
        this.script = script;
        this.items = items;
    }

    /** The reply to the next of several calls. */
    ScriptReply part() {
        return new ScriptReply(script, (List<?>) items.get(next++));
    }

    String text() {
        return text(items.get(next++));
    }

    long number() {
        return Long.parseLong(text());
    }

    boolean flag() {
        return text().equals("1");
    }

    boolean hasMore() {
        return next < items.size();
    }

    /** Of an account that is told by its text. */
    StoredBalance balance(AccountKey key) {
        return AccountLine.read(key, text()).orElseThrow(this::unexpected).balance();
    }

    /** For a code that the table of scripts does not have, or that the caller cannot get. */
    IllegalStateException unexpected() {
        return new IllegalStateException("unexpected reply of " + script.fileName() + ": "
                + items.stream().map(ScriptReply::text).toList());
    }

    private static String text(Object item) {
        return new String((byte[]) item, StandardCharsets.UTF_8);
    }
}
