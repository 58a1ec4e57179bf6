package io.quotaledger.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.ChildProcess;
import io.quotaledger.quickstart.running.Layout;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user runs it. */
class QuickstartIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int SIGTERM = 128 + 15;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set before each test
    private Path folder;

    @Test
    void shouldRunAWorkloadAndFindTheBooksRight() throws IOException {
        var output = run(0, "--once", "--requests", "600", "--tenants", "6", "--clients", "16");

        assertThat(output.get(output.size() - 1))
                .matches("quickstart: OK requests=600 settled=\\d+ refunded=\\d+ refused=\\d+ mismatches=0");
        assertThat(output).anyMatch(line -> line.matches("  \\d+ accounts: ledger = Redis = delivered.*"));
    }

    @Test
    void shouldChargeTheTokensOfATrace() throws IOException {
        var trace = new ArrayList<String>(List.of("TIMESTAMP,ContextTokens,GeneratedTokens"));
        for (int call = 0; call < 200; call++) {
            trace.add("2023-11-16 18:17:0%d.%07d,%d,%d".formatted(call % 10, call, call * 37 % 7_000, call * 13 % 900));
        }
        var file = Files.write(folder.resolve("trace.csv"), trace);
        long context = 0;
        long generated = 0;
        for (int call = 0; call < 200; call++) {
            context += call * 37 % 7_000;
            generated += call * 13 % 900;
        }

        var output = run(0, "--once", "--trace", file.toString(), "--tenants", "1", "--clients", "8");

        assertThat(output)
                .contains("  in the file         200 calls, %,d context tokens, %,d generated tokens"
                        .formatted(context, generated))
                .contains("  charged             200 calls, %,d tokens".formatted(context + generated));
        assertThat(output.get(output.size() - 1))
                .isEqualTo("quickstart: OK requests=200 settled=200 refunded=0 refused=0 mismatches=0");
    }

    @Test
    void shouldServeAndSayWhere() throws Exception {
        var written = Layout.target().resolve("endpoints.env");
        Files.deleteIfExists(written);
        var data = folder.resolve("data");
        try (var quickstart = start("--serve", "--data", data.toString())) {
            quickstart.await("written " + written, PATIENCE, () -> Files.exists(written));
            var endpoints = new Properties();
            try (var lines = Files.newBufferedReader(written)) {
                endpoints.load(lines);
            }
            var request = HttpRequest.newBuilder(
                            URI.create(endpoints.getProperty("GATEWAY_URL") + "/v1/chat/completions"))
                    .header("Authorization", "Bearer " + endpoints.getProperty("TENANT_KEY"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"tide-mini\",\"messages\":[]}"))
                    .build();

            var answer = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(request, HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"usage\"");
            quickstart.stop();
            assertThat(quickstart.exitCode()).isEqualTo(SIGTERM);
        }
        assertThat(data.resolve("logs/gateway.log")).exists();
    }

    @Test
    void shouldSayWhatIsWrongWithItsFlags() throws IOException {
        assertThat(run(2, "--requests", "0")).anyMatch(line -> line.contains("must be at least 1"));
        assertThat(run(2, "--trace", folder.resolve("none.csv").toString()))
                .anyMatch(line -> line.contains("--trace: cannot read"));
        assertThat(run(2, "--nonsense")).anyMatch(line -> line.contains("Unknown option: '--nonsense'"));
    }

    /** All lines that the command prints until it ends. */
    private List<String> run(int exitCode, String... flags) throws IOException {
        try (var quickstart = start(flags)) {
            assertThat(quickstart.endsWithin(PATIENCE)).as("ends by itself").isTrue();
            var output = Files.readAllLines(folder.resolve("output.txt"));
            assertThat(quickstart.exitCode())
                    .as(() -> String.join("\n", output))
                    .isEqualTo(exitCode);
            Files.delete(folder.resolve("output.txt"));
            return output;
        }
    }

    private ChildProcess start(String... flags) {
        return ChildCommand.jar(Layout.target().resolve("quickstart.jar"))
                .jvm("-Xmx384m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                .args(flags)
                .log(folder.resolve("output.txt"))
                .start("quickstart");
    }
}
