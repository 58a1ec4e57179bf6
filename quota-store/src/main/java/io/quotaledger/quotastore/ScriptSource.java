package io.quotaledger.quotastore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The text of a script with its includes in place. A line {@code --- @include "name"} stands for the file {@code
 * name.lua}, relative to the file it is in; a file is put in once.
 *
 * @param text text as sent to Redis
 * @param sha1 SHA-1 of the text in lower-case hex, by which Redis knows a loaded script
 */
record ScriptSource(String text, String sha1) {
    private static final Pattern INCLUDE = Pattern.compile("--- @include \"([a-z/]+)\"");

    private static final Map<Script, ScriptSource> SOURCES = loadAll();

    /** The source of a script. */
    static ScriptSource of(Script script) {
        return Objects.requireNonNull(SOURCES.get(script));
    }

    private static Map<Script, ScriptSource> loadAll() {
        var sources = new EnumMap<Script, ScriptSource>(Script.class);
        for (var script : Script.values()) {
            sources.put(script, load(script.fileName()));
        }
        return sources;
    }

    private static ScriptSource load(String fileName) {
        var text = new StringBuilder();
        append(text, Path.of(fileName), new HashSet<>());
        return new ScriptSource(text.toString(), sha1(text.toString()));
    }

    private static void append(StringBuilder text, Path file, Set<Path> done) {
        if (!done.add(file)) {
            return;
        }
        for (var line : read(file).lines().toList()) {
            var include = INCLUDE.matcher(line);
            if (include.matches()) {
                append(text, file.resolveSibling(include.group(1) + ".lua").normalize(), done);
            } else {
                text.append(line).append('\n');
            }
        }
    }

    private static String read(Path file) {
        var name = "scripts/" + file.toString().replace('\\', '/');
        try (var in = ScriptSource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no such script: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
