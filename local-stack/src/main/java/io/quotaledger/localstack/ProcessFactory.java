package io.quotaledger.localstack;

import java.nio.file.Path;

/** Runs the servers as child processes with data and logs under one directory. */
final class ProcessFactory implements ServerFactory {
    private final Path directory;

    ProcessFactory(Path directory) {
        this.directory = directory;
    }

    @Override
    public KafkaNode startKafka() {
        KafkaProcess kafka = new KafkaProcess(directory.resolve("kafka"), Ports::free);
        kafka.start();
        return kafka;
    }

    @Override
    public RedisNode startRedis(boolean appendOnly) {
        RedisProcess redis = new RedisProcess(directory.resolve("redis"), Ports::free, appendOnly);
        redis.start();
        return redis;
    }

    @Override
    public RegistryNode startRegistry() {
        RegistryProcess registry = new RegistryProcess(directory.resolve("registry"), Ports::free);
        registry.start();
        return registry;
    }

    @Override
    public void end(ServerNode node, boolean inOrder) {
        if (inOrder) {
            node.stop();
        } else {
            node.kill();
        }
    }
}
