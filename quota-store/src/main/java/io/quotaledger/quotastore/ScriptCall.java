package io.quotaledger.quotastore;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One execution of a script: its keys and arguments in order.
 *
 * @param script the script
 * @param keys KEYS
 * @param args ARGV
 */
record ScriptCall(Script script, List<String> keys, List<byte[]> args) {
    static ScriptCall of(Script script) {
        return new ScriptCall(script, new ArrayList<>(), new ArrayList<>());
    }

    /** Appends keys and arguments of another part of the same script. */
    ScriptCall add(ScriptCall part) {
        keys.addAll(part.keys);
        args.addAll(part.args);
        return this;
    }

    ScriptCall key(String key) {
        keys.add(key);
        return this;
    }

    ScriptCall arg(byte[] value) {
        args.add(value);
        return this;
    }

    ScriptCall arg(String value) {
        return arg(value.getBytes(StandardCharsets.UTF_8));
    }

    ScriptCall arg(long value) {
        return arg(Long.toString(value));
    }
}
