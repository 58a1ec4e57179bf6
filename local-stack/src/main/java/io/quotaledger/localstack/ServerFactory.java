package io.quotaledger.localstack;

/** A way to run servers. Each method starts one of them and returns when it answers. */
interface ServerFactory {

    KafkaNode startKafka();

    /** {@code appendOnly}: whether Redis keeps its data in an append-only file, synced every second. */
    RedisNode startRedis(boolean appendOnly);

    RegistryNode startRegistry();

    /** Ends a server for good: in order if its data is to be used again, else as fast as it goes. */
    void end(ServerNode node, boolean inOrder);
}
