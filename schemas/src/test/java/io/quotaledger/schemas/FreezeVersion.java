package io.quotaledger.schemas;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Freezes the current schemas as a version, when asked for by name:
 * {@code ./mvnw -q test -pl schemas -am -Dtest=FreezeVersion -Dsurefire.failIfNoSpecifiedTests=false -Dfreeze=0.2.0}
 */
class FreezeVersion {
    @Test
    void shouldWriteTheVersionThatIsAskedFor() throws IOException {
        History.freeze(Objects.requireNonNull(System.getProperty("freeze"), "say which version: -Dfreeze=<version>"));
    }
}
