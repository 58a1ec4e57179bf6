package io.quotaledger.localstack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rnorth.ducttape.unreliables.Unreliables;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * A server in a container. Its port is the same inside and outside, so it is still the same when the container is started
 * again.
 */
class ContainerNode implements ServerNode {
    private static final int START_LIMIT_SECONDS = 180;
    private static final int STOP_LIMIT_SECONDS = 30;

    private final GenericContainer<?> container;
    private final ChildProcess.Condition answers;

    ContainerNode(GenericContainer<?> container, int port, ChildProcess.Condition answers) {
        this.container = container;
        this.answers = answers;
        container.setPortBindings(List.of(port + ":" + port));
        container.waitingFor(new AbstractWaitStrategy() {
            @Override
            protected void waitUntilReady() {
                awaitAnswer();
            }
        });
    }

    /** Keeps the server's data in a directory of the host. The server's user is not ours, so anybody may write there. */
    static void bind(GenericContainer<?> container, Path directory, String inside) {
        try {
            Files.createDirectories(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        container.withCreateContainerCmdModifier(
                command -> command.getHostConfig().withBinds(new Bind(directory.toString(), new Volume(inside))));
    }

    final void start() {
        container.start();
    }

    /** Stops and removes the container. */
    final void remove() {
        container.stop();
    }

    private void awaitAnswer() {
        Unreliables.retryUntilTrue(START_LIMIT_SECONDS, TimeUnit.SECONDS, answers::holds);
    }

    @Override
    public long pid() {
        return state().getPidLong();
    }

    @Override
    public boolean isAlive() {
        return Boolean.TRUE.equals(state().getRunning());
    }

    @Override
    public void kill() {
        if (isAlive()) {
            docker().killContainerCmd(id()).exec();
            docker().waitContainerCmd(id())
                    .exec(new WaitContainerResultCallback())
                    .awaitStatusCode(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void stop() {
        if (isAlive()) {
            resume();
            docker().stopContainerCmd(id()).withTimeout(STOP_LIMIT_SECONDS).exec();
        }
    }

    @Override
    public void restart() {
        stop();
        docker().startContainerCmd(id()).exec();
        awaitAnswer();
    }

    @Override
    public void suspend() {
        docker().pauseContainerCmd(id()).exec();
    }

    @Override
    public void resume() {
        if (Boolean.TRUE.equals(state().getPaused())) {
            docker().unpauseContainerCmd(id()).exec();
        }
    }

    @Override
    public long residentBytes() {
        return ProcFs.isAbsent() || !isAlive() ? 0 : ProcFs.residentBytes(pid());
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    private ContainerState state() {
        return docker().inspectContainerCmd(id()).exec().getState();
    }

    private String id() {
        return container.getContainerId();
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }
}
