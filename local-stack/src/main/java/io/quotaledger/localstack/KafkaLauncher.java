package io.quotaledger.localstack;

import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * Main class of the broker's process: formats the storage if that has not been done and starts the broker in the same
 * JVM. The class travels alone to the class path of the broker, so it uses no other class of ours.
 */
public final class KafkaLauncher {
    private KafkaLauncher() {}

    /** Arguments: the file with the broker's settings, the cluster id. */
    public static void main(String[] args) {
        String[] format = {"format", "--ignore-formatted", "--config", args[0], "--cluster-id", args[1]};
        int code = StorageTool.execute(format, System.out);
        if (code != 0) {
            System.exit(code);
        }
        Kafka.main(new String[] {args[0]});
    }
}
