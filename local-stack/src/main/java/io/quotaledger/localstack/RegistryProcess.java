package io.quotaledger.localstack;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.IntSupplier;

/**
 * Apicurio's registry as a child process. Its schemas lie in an H2 file, not in memory: records in the broker name a schema by
 * id, so the ids have to survive a restart as the records do.
 */
final class RegistryProcess extends ProcessNode implements RegistryNode {
    private int port;

    RegistryProcess(Path directory, IntSupplier ports) {
        super("registry", directory, ports);
    }

    @Override
    public URI url() {
        return URI.create("http://127.0.0.1:" + port + RegistryProbe.API);
    }

    @Override
    void choosePorts() {
        port = nextPort();
    }

    @Override
    ChildCommand command() {
        return ChildCommand.jar(BuiltServers.registryJar())
                .jvm("-Xmx160m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .jvm("-Dquarkus.http.host=127.0.0.1", "-Dquarkus.http.port=" + port)
                .jvm("-Dquarkus.http.access-log.enabled=false")
                .jvm("-Dapicurio.datasource.url=jdbc:h2:file:" + directory().resolve("schemas") + ";WRITE_DELAY=0")
                .jvm("-Dapicurio.datasource.jdbc.initial-size=2", "-Dapicurio.datasource.jdbc.min-size=2");
    }

    @Override
    boolean answers(long pid) throws IOException, InterruptedException {
        return RegistryProbe.answers(url());
    }
}
