package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Ours, while accounts of other organisations are seeded without a pause, as many under way as the service has. */
final class AdmitWhileSeedingSide implements Side {
    private static final int UNDER_WAY = 32;

    private final AdmitSide admit;
    private final SeedSide seeds;
    private final CompletableFuture<?>[] loops = new CompletableFuture<?>[UNDER_WAY];
    private volatile boolean seeding;

    AdmitWhileSeedingSide(AdmitSide admit, SeedSide seeds) {
        this.admit = admit;
        this.seeds = seeds;
    }

    @Override
    public String name() {
        return "admit while seeding";
    }

    @Override
    public void reset() {
        seeds.reset();
        admit.reset();
        seeding = true;
        for (int i = 0; i < UNDER_WAY; i++) {
            var loop = new CompletableFuture<@Nullable Void>();
            loops[i] = loop;
            seedOn(loop);
        }
    }

    private void seedOn(CompletableFuture<@Nullable Void> loop) {
        if (!seeding) {
            loop.complete(null);
            return;
        }
        CompletionStage<Void> seed = seeds.seedNext();
        var unused = seed.whenComplete((done, failure) -> {
            if (failure != null) {
                loop.completeExceptionally(failure);
            } else {
                seedOn(loop);
            }
        });
    }

    @Override
    public Operation operation() {
        return admit.operation();
    }

    @Override
    public void end() {
        seeding = false;
        CompletableFuture.allOf(loops).join();
        admit.end();
    }
}
