package io.quotaledger.ledgerservice;

import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The clock that commands are stamped with. */
@Factory
final class ClockFactory {
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
