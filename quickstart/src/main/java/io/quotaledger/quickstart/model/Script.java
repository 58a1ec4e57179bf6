package io.quotaledger.quickstart.model;

import java.time.Duration;

/**
 * What the model server is to do with one call. It travels in the request header {@value #HEADER}, so that a workload is the same
 * in every run and its outcome is known in advance.
 *
 * @param callId id under which the delivery is remembered, without ';'
 * @param tokens usage of the call
 * @param ending how the answer ends
 * @param status HTTP status; 200 unless the ending is {@link Ending#ERROR}
 * @param delay pause before a plain answer, or after the first event of a stream
 */
public record Script(String callId, Tokens tokens, Ending ending, int status, Duration delay) {
    /** The request header. */
    public static final String HEADER = "X-Model-Script";

    private static final int FIELDS = 7;

    /** Text for the header. */
    public String toHeader() {
        return "%s;%d;%d;%d;%s;%d;%d"
                .formatted(callId, tokens.prompt(), tokens.cached(), tokens.output(), ending, status, delay.toMillis());
    }

    /**
     * Reads {@link #toHeader}.
     *
     * @throws IllegalArgumentException if the text is not a script
     */
    public static Script fromHeader(String text) {
        var fields = text.split(";", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(HEADER + " must be id;prompt;cached;output;ending;status;delayMillis");
        }
        return new Script(
                fields[0],
                new Tokens(Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3])),
                Ending.valueOf(fields[4]),
                Integer.parseInt(fields[5]),
                Duration.ofMillis(Long.parseLong(fields[6])));
    }
}
