package io.quotaledger.gatewayfilter.metering;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the few members of a JSON document that tell what it cost, byte by byte and in bounded memory, however large the document
 * is. It does not validate: what is no JSON yields nothing.
 *
 * <p>Looked for are {@code usage}, {@code model} and {@code error} at the top or in a top-level {@code response}, and the size of
 * generated content: text under names such as {@code content} that does not belong to an error.
 */
final class JsonScanner {
    private static final Set<String> WANTED = Set.of("usage", "model", "error");
    private static final Set<String> CONTENT =
            Set.of("content", "text", "delta", "arguments", "refusal", "reasoning", "reasoning_content", "thinking");
    private static final Set<String> SHAPES = Set.of("choices", "usage", "error", "response", "data");
    private static final int MAX_NAME = 32;
    private static final int MAX_VALUE = 16 * 1024;
    private static final int MAX_DEPTH = 512;
    private static final int UNICODE_DIGITS = 4;
    private static final int UNICODE_BYTES = 3;

    private final BitSet objects = new BitSet();
    private final ByteArrayOutputStream name = new ByteArrayOutputStream(MAX_NAME);
    private final Map<String, byte[]> found = new HashMap<>();
    private int depth;
    private boolean inText;
    private boolean inName;
    private boolean nameExpected;
    private boolean escaped;
    private int unicodeLeft;
    private String lastName = "";
    private String topName = "";
    private boolean countsText;
    private boolean knownShape;
    private long contentBytes;
    private @Nullable ByteArrayOutputStream captured;
    private String capturedName = "";
    private int capturedDepth;
    private boolean broken;

    /** Forgets the document. */
    void reset() {
        objects.clear();
        found.clear();
        name.reset();
        depth = 0;
        inText = inName = nameExpected = escaped = countsText = knownShape = broken = false;
        unicodeLeft = 0;
        lastName = topName = capturedName = "";
        contentBytes = 0;
        captured = null;
    }

    /** The raw value of a member, the last one if there are several; null if it was not there or was too long. */
    byte @Nullable [] value(String member) {
        return found.get(member);
    }

    /** Bytes of generated text so far, escapes counted for what they stand for. */
    long contentBytes() {
        return contentBytes;
    }

    /** Whether the document is a reply of a model by its top-level members, or the {@code [DONE]} after the last one. */
    boolean hasKnownShape() {
        return knownShape;
    }

    /** Takes the next byte. */
    void accept(byte b) {
        if (broken) {
            return;
        }
        if (inText) {
            capture(b);
            acceptText(b);
        } else {
            acceptStructure(b);
        }
    }

    private void acceptText(byte b) {
        if (unicodeLeft > 0) {
            unicodeLeft--;
        } else if (escaped) {
            escaped = false;
            unicodeLeft = b == 'u' ? UNICODE_DIGITS : 0;
            count(b == 'u' ? UNICODE_BYTES : 1);
        } else if (b == '\\') {
            escaped = true;
        } else if (b == '"') {
            endText();
            return;
        } else {
            count(1);
        }
        if (inName && name.size() < MAX_NAME) {
            name.write(b);
        }
    }

    private void count(int bytes) {
        if (countsText) {
            contentBytes += bytes;
        }
    }

    private void endText() {
        inText = false;
        countsText = false;
        if (inName) {
            inName = false;
            lastName = name.toString(StandardCharsets.UTF_8);
            if (depth == 1) {
                topName = lastName;
                knownShape |= SHAPES.contains(lastName);
            }
        }
    }

    private void acceptStructure(byte b) {
        switch (b) {
            case '"' -> {
                capture(b);
                beginText();
            }
            case '{', '[' -> {
                capture(b);
                open(b == '{');
            }
            case '}', ']' -> {
                endCapture();
                close();
                capture(b);
            }
            case ',' -> {
                endCapture();
                nameExpected = objects.get(depth);
                capture(b);
            }
            case ':' -> {
                capture(b);
                nameExpected = false;
                beginCapture();
            }
            default -> capture(b);
        }
    }

    private void beginText() {
        inText = true;
        inName = nameExpected;
        name.reset();
        countsText = !inName && isContent();
    }

    private boolean isContent() {
        return depth == 1 ? lastName.equals("delta") : CONTENT.contains(lastName) && !topName.equals("error");
    }

    private void open(boolean object) {
        depth++;
        knownShape |= depth == 1 && !object;
        broken = depth > MAX_DEPTH;
        objects.set(depth, object);
        nameExpected = object;
    }

    private void close() {
        broken = --depth < 0;
        nameExpected = false;
    }

    private void beginCapture() {
        boolean top = depth == 1 || (depth == 2 && topName.equals("response"));
        if (captured == null && top && WANTED.contains(lastName)) {
            captured = new ByteArrayOutputStream();
            capturedName = lastName;
            capturedDepth = depth;
        }
    }

    private void capture(byte b) {
        if (captured != null && captured.size() <= MAX_VALUE) {
            captured.write(b);
        }
    }

    /** A value ends where the next member begins or its object ends. */
    private void endCapture() {
        if (captured == null || depth != capturedDepth) {
            return;
        }
        if (captured.size() <= MAX_VALUE) {
            found.put(capturedName, captured.toByteArray());
        }
        captured = null;
    }
}
