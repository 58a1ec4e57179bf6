package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Flood;
import io.quotaledger.benchmarks.load.Operation;

/** Ours, while accounts of other organisations are seeded without a pause, as many under way as the service has. */
final class AdmitWhileSeedingSide implements Side {
    private static final int UNDER_WAY = 32;

    private final AdmitSide admit;
    private final Flood seeds;

    AdmitWhileSeedingSide(AdmitSide admit, SeedSide seeds) {
        this.admit = admit;
        this.seeds = new Flood(seeds.operation(), UNDER_WAY);
    }

    @Override
    public String name() {
        return "admit while seeding";
    }

    @Override
    public void reset() {
        admit.reset();
        seeds.start();
    }

    @Override
    public Operation operation() {
        return admit.operation();
    }

    @Override
    public void end() {
        seeds.stop();
        admit.end();
    }
}
