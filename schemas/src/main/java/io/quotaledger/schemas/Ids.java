package io.quotaledger.schemas;

/**
 * The one pattern for ids of tenants, apps, keys, users, meters, plans, price books, grants, reservations and events:
 * 1 to 64 of {@code A-Z a-z 0-9 _ -}, the first a letter or digit. No character of it has a meaning in a Redis key, a
 * hash tag, a topic key or a URL path, so keys joined from ids with other separators never collide.
 */
public final class Ids {
    /** The pattern as a regular expression. */
    public static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";

    private static final int LONGEST = 64;

    private Ids() {}

    /** Whether the text is an id. By hand, since a call checks dozens of ids: a regular expression takes ten times as long. */
    public static boolean isValid(String text) {
        if (text.isEmpty() || text.length() > LONGEST || !isLetterOrDigit(text.charAt(0))) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isLetterOrDigit(c) && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
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
