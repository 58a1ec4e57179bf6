package io.quotaledger.localstack;

/** A redis-server without password. */
public interface RedisNode extends ServerNode {

    /** {@code redis://host:port}. */
    default String uri() {
        return "redis://" + host() + ":" + port();
    }

    String host();

    int port();
}
