package io.quotaledger.benchmarks.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Kinds of calls to a model server, each always the same, with an answer that is always the same. */
enum CallClass {
    /** A chat completion that comes as one JSON body. */
    CHAT(
            "/v1/chat/completions",
            "application/json",
            "{\"model\":\"gpt-4.1-mini\",\"max_tokens\":500,\"messages\":[{\"role\":\"user\",\"content\":\""
                    + Text.PROMPT + "\"}]}",
            "{\"id\":\"c1\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"gpt-4.1-mini\",\"choices\":"
                    + "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"" + "token ".repeat(120)
                    + "\"},\"finish_reason\":\"stop\"}]," + Text.USAGE + "}"),
    /** A chat completion that comes as server-sent events. */
    STREAM(
            "/v1/chat/completions",
            "text/event-stream",
            "{\"model\":\"gpt-4.1\",\"max_tokens\":500,\"stream\":true,\"stream_options\":{\"include_usage\":true},"
                    + "\"messages\":[{\"role\":\"user\",\"content\":\"" + Text.PROMPT + "\"}]}",
            IntStream.range(0, Text.CHUNKS)
                            .mapToObj(i -> Text.chunk("[{\"index\":0,\"delta\":{\"content\":\"token token token \"},"
                                    + "\"finish_reason\":null}]"))
                            .collect(Collectors.joining())
                    + Text.chunk("[]," + Text.USAGE) + "data: [DONE]\n\n"),
    /** An embedding. */
    EMBEDDINGS(
            "/v1/embeddings",
            "application/json",
            "{\"model\":\"text-embedding-3-small\",\"input\":\"" + Text.PROMPT + "\"}",
            "{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"index\":0,\"embedding\":["
                    + "0.0123,".repeat(100) + "0.0789]}],\"model\":\"text-embedding-3-small\","
                    + "\"usage\":{\"prompt_tokens\":130,\"total_tokens\":130}}");

    private final String path;
    private final String answerType;
    private final String body;
    private final String answer;

    CallClass(String path, String answerType, String body, String answer) {
        this.path = path;
        this.answerType = answerType;
        this.body = body;
        this.answer = answer;
    }

    /** Path of the request. */
    String path() {
        return path;
    }

    /** The bytes of a request. Each write takes a duplicate. */
    ByteBuf request(String secret) {
        return message(
                "POST " + path + " HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer " + secret + "\r\nAccept: "
                        + answerType + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length(),
                body);
    }

    /** The bytes of the answer. Each write takes a duplicate. */
    ByteBuf answer() {
        return message(
                "HTTP/1.1 200 OK\r\nContent-Type: " + answerType + "\r\nContent-Length: " + answer.length(), answer);
    }

    /** Which one a request is. */
    static CallClass of(HttpRequest request) {
        if (request.uri().equals(EMBEDDINGS.path)) {
            return EMBEDDINGS;
        }
        return STREAM.answerType.equals(request.headers().get(HttpHeaderNames.ACCEPT)) ? STREAM : CHAT;
    }

    /** Memory of the JDK, which needs no release. */
    private static ByteBuf message(String head, String body) {
        byte[] bytes = (head + "\r\n\r\n" + body).getBytes(UTF_8);
        var memory = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(memory).asReadOnly());
    }

    /** Apart from the enum, whose constants are made before its other fields. */
    private static final class Text {
        static final String PROMPT = "a prompt of some length ".repeat(25);
        static final String USAGE = "\"usage\":{\"prompt_tokens\":130,\"completion_tokens\":120,\"total_tokens\":250}";
        static final int CHUNKS = 40;

        static String chunk(String choices) {
            return "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"gpt-4.1\","
                    + "\"choices\":" + choices + "}\n\n";
        }
    }
}
