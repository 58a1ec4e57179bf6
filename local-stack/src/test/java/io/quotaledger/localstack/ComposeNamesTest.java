package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.localstack.ComposeFile.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the compose file says about our own parts must be true of their sources; this module may not depend on them. */
class ComposeNamesTest {
    private static final Path ROOT = Path.of("..");

    private final ComposeFile compose;

    ComposeNamesTest() throws IOException {
        compose = ComposeFile.read(ROOT.resolve("docker-compose.yml"));
    }

    @Test
    void shouldMountJarsThatTheBuildMakesWhenMounted() {
        compose.services().values().forEach(service -> service.mounts().stream()
                .filter(mount -> mount.startsWith("./"))
                .forEach(ComposeNamesTest::assertMadeByTheBuild));
    }

    @Test
    void shouldRunMainClassesThatExistWhenCommandsNameOne() {
        assertThat(mainSource("gateway")).exists();
        assertThat(mainSource("model-server")).exists();
    }

    /** Micronaut takes a variable for any property: it must be a setting of a class of ours, or in the service's own file. */
    @Test
    void shouldSetWhatTheServiceKnowsWhenItIsConfigured() throws IOException {
        Set<String> known = SourceSettings.micronautVariables(ROOT.resolve("ledger-service/src/main"));
        assertThat(known).containsAll(service("ledger-service").environment().keySet());
    }

    @Test
    void shouldSetWhatGatewayAndModelServerReadWhenTheyAreConfigured() throws IOException {
        String gateway = Files.readString(ROOT.resolve("quickstart/src/main/resources/application.yml"));
        assertThat(service("gateway").environment().keySet())
                .allSatisfy(name -> assertThat(gateway).contains("${" + name));
        String modelServer = Files.readString(mainSource("model-server"));
        assertThat(service("model-server").environment().keySet())
                .allSatisfy(name -> assertThat(modelServer).contains("\"" + name + "\""));
    }

    /** A module's jar, or the folder its build fills with what the jar needs. */
    private static void assertMadeByTheBuild(String mount) {
        Path made = Path.of(mount).normalize();
        Path module = made.getName(0);
        String name = made.getFileName().toString();
        assertThat(made).isEqualTo(module.resolve("target").resolve(name));
        assertThat(ROOT.resolve("pom.xml")).content().contains("<module>" + module + "</module>");
        assertThat(ROOT.resolve(module).resolve("pom.xml"))
                .content()
                .contains(
                        name.endsWith(".jar")
                                ? "<finalName>" + name.replaceFirst("\\.jar$", "") + "</finalName>"
                                : "<outputDirectory>${project.build.directory}/" + name + "</outputDirectory>");
    }

    private Path mainSource(String service) {
        List<String> command = service(service).command();
        String mainClass = command.get(command.size() - 1);
        return ROOT.resolve("quickstart/src/main/java").resolve(mainClass.replace('.', '/') + ".java");
    }

    private Service service(String name) {
        return Objects.requireNonNull(compose.services().get(name), name);
    }
}
