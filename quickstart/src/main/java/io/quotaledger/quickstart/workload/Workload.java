package io.quotaledger.quickstart.workload;

import io.quotaledger.quickstart.model.Ending;
import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.model.Tokens;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.opening.Charges;
import io.quotaledger.quickstart.opening.Prices;
import io.quotaledger.quickstart.opening.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Plans the calls of a run. The same seed gives the same calls. */
public final class Workload {
    private static final long MAX_PROMPT = 8_000;
    private static final long MAX_OUTPUT = 1_500;
    private static final long CAP_STEP = 256;
    private static final long DEFAULT_CAP = 1_024;
    private static final int[] ERRORS = {400, 401, 429, 429, 500, 502, 503};

    private final long seed;
    private final SplittableRandom random;
    private final List<Tenant> tenants;
    private final PowerLaw tenantChoice;
    private final PowerLaw modelChoice = new PowerLaw(Prices.CHAT_MODELS.size());
    private final List<PlannedCall> calls = new ArrayList<>();

    private Workload(List<Tenant> tenants, long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.tenants = tenants;
        this.tenantChoice = new PowerLaw(tenants.size());
    }

    /** Made-up calls of all kinds, good and bad, by tenants by a power law. */
    public static List<PlannedCall> realistic(List<Tenant> tenants, int count, long seed) {
        var workload = new Workload(tenants, seed);
        for (int i = 0; i < count; i++) {
            workload.addRealistic();
        }
        return workload.calls;
    }

    /** The calls of a trace, each with exactly the row's tokens and a good ending. */
    public static List<PlannedCall> replay(List<Tenant> tenants, List<TraceReader.Row> rows, long seed) {
        var workload = new Workload(tenants, seed);
        for (var row : rows) {
            var tokens = new Tokens(row.contextTokens(), 0, row.generatedTokens());
            workload.addChat(tokens, Ending.COMPLETE, 200, Duration.ZERO, Habit.PATIENT);
        }
        return workload.calls;
    }

    /** What the calls are going to cost each caller, in the main meter of its tenant's offer, if all that end well are admitted. */
    public static Map<Caller, Long> expectedUse(List<Tenant> tenants, List<PlannedCall> calls) {
        var meters = tenants.stream().collect(Collectors.toMap(Tenant::tenantId, tenant -> tenant.offer()
                .meter()));
        var use = new HashMap<Caller, Long>();
        for (var call : calls) {
            if (call.habit() == Habit.PATIENT && call.script().ending() == Ending.COMPLETE) {
                var meter = meters.getOrDefault(call.caller().tenantId(), "");
                use.merge(
                        call.caller(),
                        Charges.of(meter, call.model(), call.script().tokens()),
                        Long::sum);
            }
        }
        return use;
    }

    private void addRealistic() {
        int lot = random.nextInt(1_000);
        var tokens = someTokens();
        if (lot < 5) {
            addChat(tokens, Ending.COMPLETE, 200, Duration.ZERO, Habit.WRONG_KEY);
        } else if (lot < 8) {
            addChat(tokens, Ending.COMPLETE, 200, Duration.ZERO, Habit.BROKEN_BODY);
        } else if (lot < 10) {
            addChat(tokens, Ending.COMPLETE, 200, Duration.ZERO, Habit.UNKNOWN_MODEL);
        } else if (lot < 25) {
            addChat(tokens, Ending.COMPLETE, 200, pause(), Habit.LEAVES);
        } else if (lot < 35) {
            addChat(tokens, Ending.CUT_BEFORE_ANSWER, 200, Duration.ZERO, Habit.PATIENT);
        } else if (lot < 45) {
            addChat(tokens, Ending.CUT_AFTER_CONTENT, 200, Duration.ZERO, Habit.PATIENT);
        } else if (lot < 60) {
            addChat(tokens, Ending.NO_USAGE, 200, Duration.ZERO, Habit.PATIENT);
        } else if (lot < 120) {
            addChat(tokens, Ending.ERROR, ERRORS[random.nextInt(ERRORS.length)], Duration.ZERO, Habit.PATIENT);
        } else if (lot < 140) {
            addChat(tokens, Ending.COMPLETE, 200, pause(), Habit.PATIENT);
        } else if (lot < 220) {
            addEmbeddings(tokens);
        } else {
            addChat(tokens, Ending.COMPLETE, 200, Duration.ZERO, Habit.PATIENT);
        }
    }

    private void addChat(Tokens tokens, Ending ending, int status, Duration delay, Habit habit) {
        var leaves = habit == Habit.LEAVES;
        var stream = leaves || random.nextInt(100) < 45;
        var capped = tokens.output() > DEFAULT_CAP || random.nextInt(100) < 80;
        var cap = capped ? (tokens.output() / CAP_STEP + 1) * CAP_STEP : 0;
        var model = habit == Habit.UNKNOWN_MODEL ? "tide-of-nobody" : Prices.CHAT_MODELS.get(modelChoice.next(random));
        calls.add(new PlannedCall(
                someCaller(),
                PlannedCall.CHAT,
                model,
                stream,
                true,
                cap,
                habit,
                new Script(nextId(), tokens, ending, status, delay)));
    }

    private void addEmbeddings(Tokens tokens) {
        var inputOnly = new Tokens(tokens.prompt(), 0, 0);
        calls.add(new PlannedCall(
                someCaller(),
                PlannedCall.EMBEDDINGS,
                Prices.EMBEDDING_MODEL,
                false,
                false,
                0,
                Habit.PATIENT,
                new Script(nextId(), inputOnly, Ending.COMPLETE, 200, Duration.ZERO)));
    }

    private Caller someCaller() {
        var callers = tenants.get(tenantChoice.next(random)).callers();
        return callers.get(random.nextInt(callers.size()));
    }

    private Tokens someTokens() {
        long prompt = logNormal(400, 1.0, MAX_PROMPT);
        long cached = random.nextInt(100) < 25 ? prompt / 2 : 0;
        return new Tokens(prompt, cached, logNormal(120, 0.8, MAX_OUTPUT));
    }

    private long logNormal(double median, double sigma, long max) {
        return Math.max(1, Math.min(max, Math.round(median * Math.exp(sigma * random.nextGaussian()))));
    }

    private Duration pause() {
        return Duration.ofMillis(200 + random.nextInt(600));
    }

    private String nextId() {
        return "q%d-%06d".formatted(seed, calls.size());
    }
}
