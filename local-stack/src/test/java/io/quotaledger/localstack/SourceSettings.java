package io.quotaledger.localstack;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The settings of a Micronaut application, found in its sources: this module may not depend on it. */
final class SourceSettings {
    private static final Pattern PREFIX = Pattern.compile("@ConfigurationProperties\\(\"([^\"]+)\"\\)");
    private static final Pattern COMPONENT = Pattern.compile("[>\\w] (\\w+)[,)]");

    private SourceSettings() {}

    /** Environment variables that set something that is named in {@code application.yml} or in a settings record. */
    static Set<String> micronautVariables(Path sources) throws IOException {
        Set<String> variables = new HashSet<>();
        try (Reader in = Files.newBufferedReader(sources.resolve("resources/application.yml"))) {
            addKeys("", new Yaml(new SafeConstructor(new LoaderOptions())).load(in), variables);
        }
        try (Stream<Path> files = Files.walk(sources.resolve("java"))) {
            List<Path> classes =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            for (Path file : classes) {
                addComponents(Files.readString(file), variables);
            }
        }
        return variables;
    }

    private static void addKeys(String prefix, Object node, Set<String> variables) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> addKeys(prefix.isEmpty() ? key + "" : prefix + "." + key, value, variables));
        } else {
            variables.add(variable(prefix));
        }
    }

    private static void addComponents(String source, Set<String> variables) {
        Matcher prefix = PREFIX.matcher(source);
        if (prefix.find()) {
            COMPONENT
                    .matcher(source.substring(prefix.end()))
                    .results()
                    .map(component -> component.group(1).replaceAll("(?<=[a-z])(?=[A-Z])", "-"))
                    .forEach(component -> variables.add(variable(prefix.group(1) + "." + component)));
        }
    }

    private static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
    }
}
