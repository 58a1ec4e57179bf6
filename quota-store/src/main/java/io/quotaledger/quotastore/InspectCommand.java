package io.quotaledger.quotastore;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.schemas.avro.Level;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints an account in plain words, as Redis has it now. Exit code 1: Redis does not hold it; 2: wrong arguments. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Prints an account in plain words, as Redis has it now.")
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
public final class InspectCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Option(names = "--redis", defaultValue = "redis://127.0.0.1:6379", description = "Redis, default ${DEFAULT-VALUE}")
    private String redis;

    @Parameters(index = "0", paramLabel = "TENANT")
    private String tenant;

    @Parameters(index = "1", paramLabel = "LEVEL", description = "org, app, key or user")
    private String level;

    @Parameters(index = "2", paramLabel = "SCOPE", description = "-, app or app/key")
    private String scope;

    @Parameters(index = "3", paramLabel = "METER")
    private String meter;

    @Parameters(index = "4", paramLabel = "PERIOD", defaultValue = "-", description = "period id; - for a wallet")
    private String period;

    @Spec
    private CommandSpec spec;

    /** Runs the command and ends the process. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new InspectCommand());
    }

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        var key = key();
        var settings = StoreSettings.of(redis).withCommandTimeout(TIMEOUT);
        try (var link = RedisLink.open(settings)) {
            var found = AccountLine.find(new ScriptRunner(link, settings), key)
                    .toCompletableFuture()
                    .join();
            if (found.isEmpty()) {
                out.println("Redis does not hold " + StoreKeys.account(key));
                return 1;
            }
            print(out, key, found.get());
            return 0;
        }
    }

    private AccountKey key() {
        try {
            return new AccountKey(tenant, Level.valueOf(level.toUpperCase(Locale.ROOT)), scope, meter, period);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static void print(PrintWriter out, AccountKey key, StoredAccount account) {
        var balance = account.balance();
        var overage = balance.overageLeft();
        out.printf("account      %s%n", StoreKeys.account(key));
        out.printf(
                "available    %d = granted %d - reserved %d - consumed %d%n",
                balance.available(), balance.granted(), balance.reserved(), balance.consumed());
        out.printf("limit        %s%n", balance.uncapped() ? "none: counted, not checked" : "what is available");
        out.printf("overage      %s%n", overage == null ? "off" : overage + " left");
        out.printf("life         epoch %d, generation %d%n", account.epoch(), account.generation());
        out.printf("executions   %d of admit, settle and refund in this life%n", account.executions());
        out.printf("last update  %d from the ledger in this life%n", account.updates());
    }
}
