package io.quotaledger.schemas;

import java.util.regex.Pattern;

/**
 * The one pattern for ids of tenants, apps, keys, users, meters, plans, price books, grants, reservations and events:
 * 1 to 64 of {@code A-Z a-z 0-9 _ -}, the first a letter or digit. No character of it has a meaning in a Redis key, a
 * hash tag, a topic key or a URL path, so keys joined from ids with other separators never collide.
 */
public final class Ids {
    /** The pattern as a regular expression. */
    public static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";

    private static final Pattern COMPILED = Pattern.compile(PATTERN);

    private Ids() {}

    /** Whether the text is an id. */
    public static boolean isValid(String text) {
        return COMPILED.matcher(text).matches();
    }

    /**
     * The text, if it is an id.
     *
     * @param what what it identifies, for the message
     * @throws IllegalArgumentException if it is not an id
     */
    public static String require(String what, String text) {
        if (!isValid(text)) {
            throw new IllegalArgumentException(what + " must match " + PATTERN);
        }
        return text;
    }
}
