package io.quotaledger.localstack;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The repository's {@code docker-compose.yml}, as far as its names go. */
record ComposeFile(Map<String, Service> services, Set<String> volumes) {

    /**
     * One container.
     *
     * @param dependsOn condition by service
     * @param mounts what is mounted, before the first colon: a volume's name or a path
     */
    record Service(
            String image,
            List<String> command,
            Map<String, String> environment,
            Map<String, String> dependsOn,
            List<String> ports,
            List<String> mounts,
            boolean hasHealthCheck) {}

    /** Refuses keys that are written twice and anything but plain data. */
    static ComposeFile read(Path file) throws IOException {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        try (Reader in = Files.newBufferedReader(file)) {
            Map<?, ?> root = map(new Yaml(new SafeConstructor(strict)).load(in));
            Map<String, Service> services = new TreeMap<>();
            map(root.get("services")).forEach((name, service) -> services.put(name.toString(), service(map(service))));
            return new ComposeFile(services, strings(map(root.get("volumes"))).keySet());
        }
    }

    private static Service service(Map<?, ?> service) {
        Map<String, String> dependsOn = new TreeMap<>();
        map(service.get("depends_on"))
                .forEach((name, settings) -> dependsOn.put(
                        name.toString(), String.valueOf(map(settings).get("condition"))));
        return new Service(
                String.valueOf(service.get("image")),
                list(service.get("command")),
                strings(map(service.get("environment"))),
                dependsOn,
                list(service.get("ports")),
                list(service.get("volumes")).stream()
                        .map(mount -> mount.split(":", 2)[0])
                        .toList(),
                service.get("healthcheck") != null);
    }

    private static Map<?, ?> map(@Nullable Object node) {
        return node == null ? Map.of() : (Map<?, ?>) node;
    }

    private static Map<String, String> strings(Map<?, ?> node) {
        Map<String, String> strings = new TreeMap<>();
        node.forEach((name, value) -> strings.put(name.toString(), String.valueOf(value)));
        return strings;
    }

    private static List<String> list(@Nullable Object node) {
        List<String> strings = new ArrayList<>();
        if (node != null) {
            ((List<?>) node).forEach(item -> strings.add(String.valueOf(item)));
        }
        return strings;
    }
}
