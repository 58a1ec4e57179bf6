package io.quotaledger.quickstart;

import java.io.PrintStream;
import java.time.Duration;

/** Where a run tells what it does. A progress line is written over on a terminal, and left out often where there is none. */
final class Console {
    private static final int LINE_WIDTH = 78;

    private final PrintStream out;
    private final boolean terminal;
    private final long started = System.nanoTime();
    private boolean lineOpen;
    private int skipped;

    Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    synchronized void say(String text) {
        closeLine();
        out.printf("[%5.1f s] %s%n", elapsed().toMillis() / 1_000.0, text);
    }

    synchronized void progress(String text) {
        if (terminal) {
            out.printf("\r[%5.1f s] %-" + LINE_WIDTH + "s", elapsed().toMillis() / 1_000.0, text);
            out.flush();
            lineOpen = true;
        } else if (skipped++ % 5 == 0) {
            say(text);
        }
    }

    synchronized void print(String text) {
        closeLine();
        out.print(text);
        out.flush();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private void closeLine() {
        if (lineOpen) {
            out.println();
            lineOpen = false;
        }
    }
}
