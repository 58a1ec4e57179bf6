package io.quotaledger.gatewayfilter.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.Usage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "{}|''|none|1",
                "{\"model\":\"m\",\"max_tokens\":64}|m|64|1",
                "{\"max_tokens\":10,\"max_completion_tokens\":1000}|''|1000|1",
                "{\"max_output_tokens\":7}|''|7|1",
                "{\"generationConfig\":{\"maxOutputTokens\":8,\"x\":{}}}|''|8|1",
                "{\"n\":3,\"best_of\":5,\"max_tokens\":null}|''|none|5",
                "{\"n\":null,\"generationConfig\":null,\"model\":null}|''|none|1",
                "{\"messages\":[{\"max_tokens\":9,\"n\":9,\"content\":\"max_tokens\"}]}|''|none|1"
            })
    void shouldReadWhatDecidesTheCost(String body, String model, Long cap, long choices) {
        var facts = RequestParser.parse(body.getBytes(UTF_8));

        assertThat(facts).isEqualTo(new RequestFacts(model, cap, choices, body.length()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "[]",
                "7",
                "{\"max_tokens\":1",
                "{} {}",
                "{\"max_tokens\":1,\"max_tokens\":2}",
                "{\"model\":\"a\",\"model\":\"b\"}",
                "{\"generationConfig\":{\"maxOutputTokens\":8},\"generationConfig\":{}}",
                "{\"max_tokens\":-1}",
                "{\"max_tokens\":1.0}",
                "{\"max_tokens\":1e3}",
                "{\"max_tokens\":\"64\"}",
                "{\"max_tokens\":[64]}",
                "{\"max_tokens\":true}",
                "{\"max_tokens\":9007199254740992}",
                "{\"max_tokens\":99999999999999999999}",
                "{\"n\":0}",
                "{\"n\":-3}",
                "{\"n\":{}}",
                "{\"model\":5}",
                "{\"generationConfig\":[]}",
                "{\"max_tokens\":NaN}"
            })
    void shouldRefuseWhatCouldBeReadInTwoWays(String body) {
        assertThatThrownBy(() -> RequestParser.parse(body.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refusal -> assertThat(refusal.problem().code()).isEqualTo(Problem.Code.INVALID_REQUEST));
    }

    @Test
    void shouldRefuseDeepNesting() {
        assertThatThrownBy(() -> RequestParser.parse(("{\"a\":" + "[".repeat(100_000)).getBytes(UTF_8)))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void shouldHoldPromptAndOutputOfEachChoice() {
        var estimate = estimate(new RequestFacts("m", 100L, 3, 41), null, true);

        assertThat(estimate.mostUsage()).isEqualTo(new Usage(11L, 0L, 0L, 300L));
        assertThat(estimate.usageOf(9)).isEqualTo(new Usage(11L, 0L, 0L, 3L));
    }

    @Test
    void shouldHoldThePlansDefaultWhenTheRequestNamesNoCap() {
        assertThat(estimate(new RequestFacts("m", null, 1, 0), 2000L, true).mostUsage())
                .isEqualTo(new Usage(0L, 0L, 0L, 1024L));
    }

    @Test
    void shouldHoldNoOutputForEmbeddings() {
        var estimate = estimate(new RequestFacts("m", 100L, 1, 4), 10L, false);

        assertThat(estimate.mostUsage()).isEqualTo(new Usage(1L, 0L, 0L, 0L));
        assertThat(estimate.usageOf(500)).isEqualTo(new Usage(1L, 0L, 0L, 0L));
    }

    @Test
    void shouldRefuseMoreOutputThanThePlanAllowsOrCanBeCounted() {
        assertThatThrownBy(() -> estimate(new RequestFacts("m", 11L, 1, 4), 10L, true))
                .isInstanceOf(RefusedException.class);
        var huge = estimate(new RequestFacts("m", 1L << 52, 1L << 52, 4), null, true);
        assertThatThrownBy(huge::mostUsage).isInstanceOf(RefusedException.class);
    }

    private static Estimate estimate(
            RequestFacts facts, @org.jspecify.annotations.Nullable Long ceiling, boolean hasOutput) {
        return new Estimate(new EstimateSettings(1024L, ceiling, 4), facts, hasOutput);
    }
}
