package io.quotaledger.quickstart.model;

/**
 * Usage of one call as an OpenAI-compatible API reports it.
 *
 * @param prompt input tokens, the cached ones included
 * @param cached input tokens that came from the cache
 * @param output output tokens
 */
public record Tokens(long prompt, long cached, long output) {
    /** Checks the ranges. */
    public Tokens {
        if (prompt < 0 || cached < 0 || cached > prompt || output < 0) {
            throw new IllegalArgumentException("not a usage: " + prompt + ", " + cached + ", " + output);
        }
    }

    /** Input and output tokens. */
    public long total() {
        return prompt + output;
    }
}
