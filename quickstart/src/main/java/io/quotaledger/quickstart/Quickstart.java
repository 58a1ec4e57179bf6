package io.quotaledger.quickstart;

import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.opening.Funding;
import io.quotaledger.quickstart.opening.LedgerApi;
import io.quotaledger.quickstart.opening.Offer;
import io.quotaledger.quickstart.opening.Opening;
import io.quotaledger.quickstart.opening.Tenant;
import io.quotaledger.quickstart.running.Layout;
import io.quotaledger.quickstart.running.RunningSystem;
import io.quotaledger.quickstart.workload.PlannedCall;
import io.quotaledger.quickstart.workload.TraceReader;
import io.quotaledger.quickstart.workload.Workload;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Starts the whole system on this machine, runs a workload through its gateway and checks the books. */
@Command(
        name = "quickstart.sh",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Starts the whole system on this machine, runs a workload through its gateway and checks the books.")
public final class Quickstart implements Callable<Integer> {
    @Option(names = "--once", description = "Exit after the report.")
    private boolean once;

    @Option(
            names = "--requests",
            paramLabel = "N",
            defaultValue = "3000",
            description = "Calls to send (${DEFAULT-VALUE}).")
    private int requests;

    @Option(
            names = "--tenants",
            paramLabel = "N",
            defaultValue = "20",
            description = "Tenants to open (${DEFAULT-VALUE}).")
    private int tenants;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Send the calls of a CSV with time, context tokens, generated tokens, as fast as it goes.")
    private @Nullable Path trace;

    @Option(names = "--serve", description = "No workload: start, write target/endpoints.env and stay up.")
    private boolean serve;

    @Option(names = "--upstream", paramLabel = "URL", description = "Send the calls there, not to the model server.")
    private @Nullable URI upstream;

    @Option(names = "--data", paramLabel = "DIR", description = "Keep data and logs there.")
    private @Nullable Path data;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "64",
            description = "Calls under way (${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the workload (${DEFAULT-VALUE}).")
    private long seed;

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    private final Console console = new Console(System.out, Boolean.getBoolean("quickstart.terminal"));

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Quickstart()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        requireRange();
        var rows = trace == null ? null : readTrace(trace);
        console.say("Starting Kafka, Redis, the schema registry, the ledger service and the gateway");
        try (var system = RunningSystem.start(data, upstream)) {
            Runtime.getRuntime().addShutdownHook(new Thread(system::close));
            console.say("All are up");
            return runOn(system, rows);
        }
    }

    private int runOn(RunningSystem system, @Nullable List<TraceReader.Row> rows) throws Exception {
        var endpoints = system.endpoints();
        var api = new LedgerApi(endpoints.service(), endpoints.operatorToken());
        var opening = new Opening(api);
        opening.publishCatalogue();
        // With kept data, the tenants of an earlier run are there already, and their keys' secrets are gone.
        var suffix = data == null ? "" : "-" + Long.toString(System.currentTimeMillis() / 1_000, Character.MAX_RADIX);
        var demo = demoTenant(suffix);
        var demoKey = new Caller(demo.tenantId(), "chat", "k1");
        Runnable openDemo = () -> {
            opening.openAll(List.of(demo), Map.of());
            system.awaitKey(Objects.requireNonNull(opening.secrets().get(demoKey)));
        };
        if (serve) {
            openDemo.run();
        } else {
            var planned = Tenant.plan(tenants, rows != null, suffix);
            List<PlannedCall> calls =
                    rows == null ? Workload.realistic(planned, requests, seed) : Workload.replay(planned, rows, seed);
            var verdict = new Run(system, api, opening, console, rows).run(planned, calls, clients, demo, openDemo);
            console.print(verdict.line() + "\n");
            if (once || !verdict.isGood()) {
                return verdict.isGood() ? 0 : 1;
            }
        }
        var secret = Objects.requireNonNull(opening.secrets().get(demoKey));
        new Invitation(endpoints, demo.tenantId(), secret).write(Layout.target().resolve("endpoints.env"));
        console.print(new Invitation(endpoints, demo.tenantId(), secret).toString());
        new CountDownLatch(1).await();
        return 0;
    }

    private void requireRange() {
        if (requests < 1 || tenants < 1 || clients < 1) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    "--requests, --tenants and --clients must be at least 1");
        }
    }

    private List<TraceReader.Row> readTrace(Path file) {
        try {
            return TraceReader.read(file);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "--trace: cannot read " + e.getMessage(), e);
        }
    }

    private static Tenant demoTenant(String suffix) {
        return new Tenant(
                "demo" + suffix,
                "Demo",
                "UTC",
                Offer.PAY_AS_YOU_GO,
                Funding.AMPLE,
                List.of(new Tenant.App("chat", List.of("k1"))));
    }
}
