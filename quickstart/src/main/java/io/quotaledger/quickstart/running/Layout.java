package io.quotaledger.quickstart.running;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the build has put things. */
public final class Layout {
    private Layout() {}

    /** The {@code target} folder of this module. */
    public static Path target() {
        try {
            // Either target/quickstart.jar or target/classes.
            var code = Path.of(Layout.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return code.toAbsolutePath().resolveSibling(".").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The jar that runs the ledger service.
     *
     * @throws IllegalStateException if it was not built
     */
    static Path serviceJar() {
        var jar = target().resolve("../../ledger-service/target/ledger-service.jar")
                .normalize();
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is missing; ./quickstart.sh builds it");
        }
        return jar;
    }
}
