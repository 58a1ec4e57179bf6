package io.quotaledger.benchmarks.report;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.micro.Pieces.Piece;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What one run has found.
 *
 * @param startedAt when it began
 * @param took how long it was
 * @param machine where it ran
 * @param effort how long each row was measured
 * @param findings the lines of the table
 * @param pieces what runs in one process
 */
public record Report(
        Instant startedAt, Duration took, Machine machine, Effort effort, List<Finding> findings, List<Piece> pieces) {
    /** Keeps copies. */
    public Report {
        findings = List.copyOf(findings);
        pieces = List.copyOf(pieces);
    }
}
