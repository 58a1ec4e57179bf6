package io.quotaledger.gatewayfilter.request;

import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.Usage;

/** How many tokens a request may use at most, and how many were used when nobody says. */
public final class Estimate {
    private final EstimateSettings settings;
    private final RequestFacts facts;
    private final boolean hasOutput;

    /**
     * For one request.
     *
     * @param hasOutput whether output tokens are generated; not so for embeddings
     * @throws RefusedException if it asks for more output than the plan allows
     */
    public Estimate(EstimateSettings settings, RequestFacts facts, boolean hasOutput) {
        this.settings = settings;
        this.facts = facts;
        this.hasOutput = hasOutput;
        Long ceiling = settings.getMaxOutputTokens();
        if (hasOutput && ceiling != null && facts.outputCap() != null && facts.outputCap() > ceiling) {
            throw RefusedException.invalid("The plan allows at most " + ceiling + " output tokens.");
        }
    }

    /**
     * What to hold: the prompt by its size, and the output cap for each choice.
     *
     * @throws RefusedException if the tokens are beyond 2^63 - 1
     */
    public Usage mostUsage() {
        long cap = facts.outputCap() == null ? settings.getDefaultOutputTokens() : facts.outputCap();
        try {
            return new Usage(prompt(), 0L, 0L, hasOutput ? Math.multiplyExact(cap, facts.choices()) : 0L);
        } catch (ArithmeticException e) {
            throw RefusedException.invalid("The request asks for too many output tokens.");
        }
    }

    /** What was used if so many bytes of content were delivered: the prompt and the content by their size. */
    public Usage usageOf(long contentBytes) {
        return new Usage(prompt(), 0L, 0L, hasOutput ? tokens(contentBytes) : 0L);
    }

    private long prompt() {
        return tokens(facts.bodyBytes());
    }

    private long tokens(long bytes) {
        return -Math.floorDiv(-bytes, (long) settings.getBytesPerToken());
    }
}
