package io.quotaledger.localstack;

/** A Kafka broker and controller in one process. */
public interface KafkaNode extends ServerNode {

    /** {@code host:port} of the broker. */
    String bootstrapServers();
}
