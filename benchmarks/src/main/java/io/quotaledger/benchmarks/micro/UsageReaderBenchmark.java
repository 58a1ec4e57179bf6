package io.quotaledger.benchmarks.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quotaledger.gatewayfilter.metering.UsageReader;
import io.quotaledger.gatewayfilter.metering.UsageReaders;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** The usage of an answer of 200 tokens, as one JSON body and as a stream of a chunk a token. */
@State(Scope.Thread)
public class UsageReaderBenchmark {
    private static final int TOKENS = 200;
    private static final String USAGE =
            "\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":200,\"total_tokens\":231}";

    private final List<ByteBuffer> body =
            List.of(bytes("{\"id\":\"c1\",\"object\":\"chat.completion\",\"model\":\"gpt-4.1\","
                    + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
                    + "token ".repeat(TOKENS)
                    + "\"},\"finish_reason\":\"stop\"}]," + USAGE + "}"));
    private final List<ByteBuffer> chunks = Stream.concat(
                    IntStream.range(0, TOKENS).mapToObj(UsageReaderBenchmark::chunk),
                    Stream.of(
                            "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"gpt-4.1\",\"choices\":[],"
                                    + USAGE + "}\n\n",
                            "data: [DONE]\n\n"))
            .map(UsageReaderBenchmark::bytes)
            .toList();

    /** One body. */
    @Benchmark
    public Object json() {
        return read(MediaType.APPLICATION_JSON, body);
    }

    /** The stream. */
    @Benchmark
    public Object stream() {
        return read(MediaType.TEXT_EVENT_STREAM, chunks);
    }

    private static Object read(MediaType type, List<ByteBuffer> parts) {
        var headers = new HttpHeaders();
        headers.setContentType(type);
        UsageReader reader = UsageReaders.forResponse(headers);
        parts.forEach(part -> reader.read(part.duplicate()));
        reader.end();
        var usage = reader.usage();
        if (usage == null) {
            throw new IllegalStateException("no usage found");
        }
        return usage;
    }

    private static String chunk(int token) {
        return "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"gpt-4.1\",\"choices\":[{\"index\":0,"
                + "\"delta\":{\"content\":\"t" + token + "\"},\"finish_reason\":null}]}\n\n";
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
