package io.quotaledger.localstack;

/** A redis-server without password. */
public interface RedisNode extends ServerNode {

    /** {@code redis://host:port}. */
    String uri();

    String host();

    int port();
}
