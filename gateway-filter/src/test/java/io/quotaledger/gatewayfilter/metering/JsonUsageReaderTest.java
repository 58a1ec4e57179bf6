package io.quotaledger.gatewayfilter.metering;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Usage;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonUsageReaderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"prompt_tokens\":31,\"completion_tokens\":9,\"total_tokens\":40}|31|0|0|9",
                "{\"input_tokens\":31,\"output_tokens\":9}|31|0|0|9",
                "{\"prompt_tokens\":18,\"total_tokens\":18}|18|0|0|0",
                "{\"prompt_tokens\":1500,\"completion_tokens\":40,\"prompt_tokens_details\":{\"cached_tokens\":1280}}|220|1280|0|40",
                "{\"prompt_tokens\":1500,\"completion_tokens\":40,\"prompt_tokens_details\":"
                        + "{\"cached_tokens\":1000,\"cache_write_tokens\":300}}|200|1000|300|40",
                "{\"prompt_tokens\":1500,\"completion_tokens\":40,\"prompt_tokens_details\":null,\"cost\":0}|1500|0|0|40",
                "{\"prompt_tokens\":10,\"completion_tokens\":1,\"prompt_tokens_details\":{\"cached_tokens\":99}}|0|10|0|1",
                "{\"completion_tokens\":9,\"completion_tokens_details\":{\"reasoning_tokens\":4},\"prompt_tokens\":2}|2|0|0|9"
            })
    void shouldCountEachTokenOnceWhenUsageIsReported(String usage, long input, long read, long write, long output) {
        assertThat(read("{\"id\":\"x\",\"choices\":[{\"message\":{\"content\":\"{\\\"usage\\\":1}\"}}],\"usage\":"
                                + usage + "}")
                        .usage())
                .isEqualTo(new Usage(input, read, write, output));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prompt_tokens\":-1,\"completion_tokens\":9}",
                "{\"prompt_tokens\":1.5,\"completion_tokens\":9}",
                "{\"prompt_tokens\":\"31\",\"completion_tokens\":9}",
                "{\"prompt_tokens\":9007199254740992,\"completion_tokens\":9}",
                "{\"prompt_tokens\":99999999999999999999,\"completion_tokens\":9}",
                "{\"total_tokens\":9}",
                "{}",
                "[]",
                "null",
                "7"
            })
    void shouldReportNothingWhenUsageIsNoCount(String usage) {
        var reader = read("{\"choices\":[{\"message\":{\"content\":\"Tea\"}}],\"usage\":" + usage + "}");

        assertThat(reader.usage()).isNull();
        assertThat(reader.contentBytes()).isEqualTo(3);
    }

    @Test
    void shouldFindUsageAtTheEndWhenTheBodyIsLarge() {
        var content = "lorem ipsum \\\" dolor ".repeat(40_000);
        var reader = read("{\"choices\":[{\"message\":{\"content\":\"" + content
                + "\"}}],\"usage\":{\"prompt_tokens\":95000,\"completion_tokens\":4000,\"total_tokens\":99000}}");

        assertThat(reader.usage()).isEqualTo(new Usage(95_000L, 0L, 0L, 4_000L));
    }

    @Test
    void shouldNotTakeUsageOfAnInnerObject() {
        assertThat(
                        read("{\"data\":[{\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}],\"meta\":{\"usage\":{}}}")
                                .usage())
                .isNull();
    }

    @Test
    void shouldReadWhatCameWhenTheBodyIsCutOff() {
        var reader = read("{\"model\":\"m\",\"choices\":[{\"message\":{\"content\":\"half an ans");

        assertThat(reader.model()).isEqualTo("m");
        assertThat(reader.contentBytes()).isEqualTo("half an ans".length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"not json", "}}}}{{{", "\"", "[[[[", "{\"usage\":", "{\"a\":{\"usage\"::,}"})
    void shouldFindNothingWhenTheBodyIsNoJson(String body) {
        var reader = read(body);

        assertThat(reader.usage()).isNull();
        assertThat(reader.contentBytes()).isPositive();
    }

    @Test
    void shouldKeepLittleWhenNestingIsDeepOrUsageIsHuge() {
        var reader = read("[".repeat(100_000));
        assertThat(reader.usage()).isNull();

        var huge = read("{\"usage\":{\"prompt_tokens\":1,\"x\":\"" + "y".repeat(1_000_000) + "\"}}");
        assertThat(huge.usage()).isNull();
    }

    @Test
    void shouldTellAnErrorFromAnEmptyErrorField() {
        assertThat(read("{\"error\":{\"message\":\"no\"}}").sawError()).isTrue();
        assertThat(read("{\"error\": null ,\"output\":[]}").sawError()).isFalse();
    }

    private static UsageReader read(String body) {
        var reader = new JsonUsageReader();
        for (byte b : body.getBytes(UTF_8)) {
            reader.read(ByteBuffer.wrap(new byte[] {b}));
        }
        reader.end();
        return reader;
    }
}
