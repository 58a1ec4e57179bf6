package io.quotaledger.benchmarks.micro;

import io.quotaledger.benchmarks.compare.Effort;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the JMH benchmarks: all classes whose names say that they are one. */
public final class Pieces {
    private static final TimeValue SECOND = TimeValue.seconds(1);
    private static final TimeValue MOMENT = TimeValue.milliseconds(50);

    /**
     * What one of them has shown.
     *
     * @param name of the class and the method
     * @param nanos of one operation
     * @param error of that, for 99.9 % of runs; NaN if there were too few
     */
    public record Piece(String name, double nanos, double error) {}

    private Pieces() {}

    /** All of them; each in JVMs of its own, or, briefly, in this one. */
    public static List<Piece> measure(Effort effort) {
        boolean brief = effort.equals(Effort.BRIEF);
        var options = new OptionsBuilder()
                .include("\\.\\w+Benchmark\\.")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(brief ? 0 : 2)
                .warmupIterations(brief ? 1 : 3)
                .warmupTime(brief ? MOMENT : SECOND)
                .measurementIterations(brief ? 1 : effort.rounds())
                .measurementTime(brief ? MOMENT : SECOND)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        try {
            return new Runner(options).run().stream().map(Pieces::piece).toList();
        } catch (RunnerException e) {
            throw new IllegalStateException("a benchmark failed: " + e.getMessage(), e);
        }
    }

    private static Piece piece(RunResult result) {
        var name = result.getParams().getBenchmark();
        var ofClass = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1)
                .replace("Benchmark.", ".");
        var score = result.getPrimaryResult();
        return new Piece(ofClass, score.getScore(), score.getScoreError());
    }
}
