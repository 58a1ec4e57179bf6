package io.quotaledger.gatewayfilter.metering;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Usage;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SseUsageReaderTest {
    private static final String CONTENT =
            "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                    + "\"delta\":{\"role\":\"assistant\",\"content\":\"Tea 日本 🍵\"},\"finish_reason\":null}],\"usage\":null}\n\n";
    private static final String FINISH =
            "data: {\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}\n\n";
    private static final String USAGE = "data: {\"id\":\"c1\",\"choices\":[],"
            + "\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":9,\"total_tokens\":40}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";
    private static final String STREAM = CONTENT + FINISH + USAGE + DONE;

    static Stream<String> framings() {
        return Stream.of(
                STREAM,
                STREAM.replace("\n", "\r\n"),
                STREAM.replace("\n", "\r"),
                STREAM.replace("data: ", "data:"),
                "\uFEFF: keep-alive\n\n" + STREAM.replace("\n\n", "\n\n: keep-alive\n\n"),
                STREAM.replace("\"usage\":{", "\ndata: \"usage\":{"),
                CONTENT + FINISH + USAGE,
                (CONTENT + FINISH + USAGE).stripTrailing(),
                STREAM.replace("data: {", "id: 7\nretry: 10\nevent: message\ndata: {"));
    }

    @ParameterizedTest
    @MethodSource("framings")
    void shouldFindUsageWhateverTheFraming(String stream) {
        assertThat(read(stream, Integer.MAX_VALUE).usage()).isEqualTo(new Usage(31L, 0L, 0L, 9L));
        assertThat(read(stream, 1).usage()).isEqualTo(new Usage(31L, 0L, 0L, 9L));
        assertThat(read(stream, 1).model()).isEqualTo("m");
    }

    @Test
    void shouldFindUsageWhenTheBytesAreCutInTwoAtAnyOffset() {
        byte[] bytes = STREAM.getBytes(UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            var reader = new SseUsageReader();
            reader.read(ByteBuffer.wrap(bytes, 0, cut));
            reader.read(ByteBuffer.wrap(bytes, cut, bytes.length - cut));
            reader.end();
            assertThat(reader.usage()).isEqualTo(new Usage(31L, 0L, 0L, 9L));
        }
    }

    @Test
    void shouldCountContentAloneWhenThereIsNoUsage() {
        var reader = read(CONTENT + FINISH + DONE, 7);

        assertThat(reader.usage()).isNull();
        assertThat(reader.contentBytes()).isEqualTo("Tea 日本 🍵".getBytes(UTF_8).length);
    }

    @Test
    void shouldCountEscapesForWhatTheyStandForWhenContentIsEscaped() {
        var reader = read("data: {\"choices\":[{\"delta\":{\"content\":\"a\\n\\\"\\u65e5\"}}]}\n\n", 3);

        assertThat(reader.contentBytes()).isEqualTo(6);
    }

    @Test
    void shouldNotCountTheTextOfAnErrorAsContent() {
        var reader = read("data: {\"error\":{\"message\":\"overloaded\",\"content\":\"x\"}}\n\n", 5);

        assertThat(reader.sawError()).isTrue();
        assertThat(reader.contentBytes()).isZero();
    }

    @Test
    void shouldCountNothingWhenThereAreOnlyCommentsAndTheEndMark() {
        assertThat(read(": keep-alive\n\n" + DONE, 4).contentBytes()).isZero();
    }

    @Test
    void shouldTakeTheLastUsageWhenCountersAreCumulative() {
        var first = USAGE.replace("\"completion_tokens\":9", "\"completion_tokens\":3");

        assertThat(read(first + USAGE, 11).usage()).isEqualTo(new Usage(31L, 0L, 0L, 9L));
    }

    @Test
    void shouldFindUsageOfTheResponsesApiWhenItIsInsideTheResponse() {
        var reader = read(
                "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"model\":\"m2\","
                        + "\"usage\":{\"input_tokens\":5,\"input_tokens_details\":{\"cached_tokens\":2},\"output_tokens\":7}}}\n\n",
                13);

        assertThat(reader.usage()).isEqualTo(new Usage(3L, 2L, 0L, 7L));
        assertThat(reader.model()).isEqualTo("m2");
    }

    @Test
    void shouldStayCheapWhenALineNeverEnds() {
        var reader = new SseUsageReader();
        byte[] piece = "x".repeat(64 * 1024).getBytes(UTF_8);
        reader.read(ByteBuffer.wrap("data: {\"choices\":[{\"delta\":{\"content\":\"".getBytes(UTF_8)));
        for (int i = 0; i < 80; i++) {
            reader.read(ByteBuffer.wrap(piece));
        }
        reader.end();

        assertThat(reader.usage()).isNull();
        assertThat(reader.contentBytes()).isEqualTo(80L * piece.length);
    }

    private static UsageReader read(String stream, int step) {
        byte[] bytes = stream.getBytes(UTF_8);
        var reader = new SseUsageReader();
        for (int at = 0; at < bytes.length; at += Math.min(step, bytes.length)) {
            reader.read(ByteBuffer.wrap(bytes, at, Math.min(step, bytes.length - at)));
        }
        reader.end();
        return reader;
    }
}
