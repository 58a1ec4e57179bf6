package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else may take a port between the moment it was found free and the moment the server binds it. */
class PortTakenIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set before each test
    private ServerSocket somebodyElse;

    @BeforeEach
    void takePort() throws IOException {
        somebodyElse = new ServerSocket(Ports.free(), 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void freePort() throws IOException {
        somebodyElse.close();
    }

    @Test
    void shouldTakeAnotherPortWhenRedisFindsItTaken() {
        shouldStart(new RedisProcess(directory, ports(taken(), Ports.free()), false));
    }

    @Test
    void shouldTakeAnotherPortWhenTheRegistryFindsItTaken() {
        shouldStart(new RegistryProcess(directory, ports(taken(), Ports.free())));
    }

    @Test
    void shouldTakeOtherPortsWhenKafkaFindsOneTaken() {
        shouldStart(new KafkaProcess(directory, ports(taken(), Ports.free(), Ports.free(), Ports.free())));
    }

    private int taken() {
        return somebodyElse.getLocalPort();
    }

    private static IntSupplier ports(int... inTurn) {
        Deque<Integer> left = new ArrayDeque<>(IntStream.of(inTurn).boxed().toList());
        return left::remove;
    }

    private static void shouldStart(ProcessNode node) {
        try {
            node.start();
            assertThat(node.isAlive()).isTrue();
        } finally {
            node.kill();
        }
    }
}
