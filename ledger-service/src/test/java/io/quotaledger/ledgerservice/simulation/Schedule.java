package io.quotaledger.ledgerservice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.StoreModel;
import io.quotaledger.quotastore.StoredBalance;
import io.quotaledger.streamstopology.MemoryLedger;
import io.quotaledger.streamstopology.ledger.Snapshot;
import io.quotaledger.streamstopology.ledger.Snapshot.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** One random schedule, and what must be true after it. */
final class Schedule {
    private static final int STEPS = 400;
    private static final int ROUNDS = 12;
    private static final Duration INTERVAL = Duration.ofSeconds(15);

    private record Copy(StoreModel redis, int executions) {}

    private final long seed;
    private final boolean hasStoreFaults;
    private final World world;
    private final Set<String> expired = new HashSet<>();
    private final Calls calls = new Calls();
    private final Gateways gateways;
    private final Service service;
    private final Oversell oversell;
    private final List<Copy> copies = new ArrayList<>();

    /** Two of three schedules have faults of Redis itself. */
    Schedule(long seed) {
        this.seed = seed;
        this.hasStoreFaults = seed % 3 != 0;
        this.world = new World(seed);
        var ledger = new MemoryLedger();
        this.oversell = new Oversell(calls, this::granted, expired);
        this.service = new Service(world, ledger, oversell, expired);
        this.gateways = new Gateways(world, calls, oversell);
    }

    private long granted(AccountKey account) {
        return service.granted(account);
    }

    /** Runs it; what came out of the checkpoints. */
    List<Snapshot> run() {
        world.open();
        copy();
        for (int i = 0; i < STEPS; i++) {
            world.pass(Duration.ofMillis(world.random.nextInt(100)));
            step();
        }
        rest();
        var snapshots = List.copyOf(service.snapshots());
        if (!hasStoreFaults) {
            assertThat(snapshots)
                    .as("without a fault of Redis nothing drifts, and nothing is seeded but what was absent")
                    .allMatch(snapshot -> (snapshot.verdict() == Verdict.MATCHED && snapshot.reason() == null)
                            || snapshot.verdict() == Verdict.MISSING_EVENTS
                            || snapshot.verdict() == Verdict.SUPERSEDED);
        }
        check();
        leaveAndComeBack();
        return snapshots;
    }

    /** How many accounts were dropped while it ran. */
    int drops() {
        return service.drops() - World.ACCOUNTS.size();
    }

    private void step() {
        var dice = world.random.nextInt(1_000);
        if (dice < 316) {
            gateways.admit();
        } else if (dice < 320) {
            lull();
        } else if (dice < 330) {
            gateways.admitWithoutRedis();
        } else if (dice < 600) {
            gateways.closeAny();
        } else if (dice < 720) {
            gateways.publish();
        } else if (dice < 820) {
            service.fold(1 + world.random.nextInt(30));
        } else if (dice < 880) {
            service.apply(1 + world.random.nextInt(30));
        } else if (dice < 900) {
            service.checkpoint(world.any(World.ACCOUNTS));
        } else if (dice < 905) {
            service.look(world.any(World.ACCOUNTS));
            drop(world.any(World.ACCOUNTS));
        } else if (dice < 925) {
            service.publish();
        } else if (dice < 935) {
            service.relay(1 + world.random.nextInt(20));
        } else if (dice < 945) {
            service.timers();
        } else if (dice < 955) {
            world.grant(1 + world.random.nextInt(300));
        } else if (dice < 960) {
            var budget = world.any(World.ACCOUNTS.subList(1, World.ACCOUNTS.size()));
            world.limit(budget, world.chance(10) ? null : (Long) (long) (2_000 + world.random.nextInt(4_000)));
        } else if (dice < 966) {
            gateways.crash();
        } else if (dice < 972) {
            service.crash();
        } else if (dice < 976) {
            world.pass(Duration.ofSeconds(world.random.nextInt(60)));
            if (!hasStoreFaults) { // Else the service was away meanwhile.
                service.fold(Integer.MAX_VALUE);
                service.apply(Integer.MAX_VALUE);
            }
        } else if (dice < 981) {
            copy();
        } else if (hasStoreFaults) {
            fault(dice);
        }
    }

    /** Hardly any calls for a while: accounts come to rest and leave Redis, unless one is used just then. */
    private void lull() {
        calls.running().forEach(gateways::close);
        for (int round = 0; round < 2; round++) {
            World.ACCOUNTS.stream().filter(account -> world.chance(80)).forEach(service::checkpoint);
            if (world.chance(80)) {
                deliver();
            }
        }
        World.ACCOUNTS.stream().filter(account -> world.chance(60)).forEach(service::look);
        if (world.chance(40)) {
            gateways.admit();
        }
        if (world.chance(50)) {
            gateways.closeAny();
        }
        World.ACCOUNTS.stream().filter(account -> world.chance(60)).forEach(this::drop);
    }

    private void drop(AccountKey account) {
        service.drop(account).ifPresent(event -> {
            var epoch = Objects.requireNonNull(event.event().getDropped()).getEpoch();
            assertThat(!hasStoreFaults && service.isUnderWay(account, epoch))
                    .as("%s was dropped with something under way that the ledger does not know", account)
                    .isFalse();
        });
    }

    private void fault(int dice) {
        var outbox = world.redis.outbox();
        if (dice < 984) {
            world.redis.flush();
            gateways.forgetting(outbox);
        } else if (dice < 988) {
            var copy = copies.get(copies.size() - 1 - world.random.nextInt(Math.min(3, copies.size())));
            world.redis.restore(copy.redis());
            oversell.rewound(copy.executions());
            gateways.forgetting(outbox);
        } else if (dice < 992) {
            world.redis.lose(world.any(World.ACCOUNTS));
        } else if (dice < 996) {
            edit(world.any(World.ACCOUNTS));
        } else {
            service.requestLost();
        }
    }

    private void edit(AccountKey key) {
        var change = world.random.nextInt(201) - 100;
        var field = world.random.nextInt(4);
        oversell.forget(key, field == 3 ? Integer.MAX_VALUE : Math.abs(change));
        world.redis.edit(key, account -> {
            var old = account.balance();
            var balance = new StoredBalance(
                    key,
                    old.granted() + (field == 0 ? change : 0),
                    old.reserved() + (field == 1 ? change : 0),
                    old.consumed() + (field == 2 ? change : 0),
                    old.overageLeft(),
                    (field == 3) != old.uncapped());
            return new StoredAccount(
                    balance, account.epoch(), account.generation(), account.executions(), account.updates());
        });
    }

    private void copy() {
        copies.add(new Copy(world.redis.copy(), oversell.executions()));
    }

    /** All calls end, everything is delivered, and Redis is compared with the ledger at each interval. */
    private void rest() {
        gateways.end();
        for (int round = 0; round < ROUNDS; round++) {
            service.requestLost();
            World.ACCOUNTS.forEach(service::checkpoint);
            deliver();
            world.pass(INTERVAL);
            service.timers();
            deliver();
        }
    }

    private void deliver() {
        service.relay(Integer.MAX_VALUE);
        service.fold(Integer.MAX_VALUE);
        service.apply(Integer.MAX_VALUE);
        service.fold(Integer.MAX_VALUE);
        service.apply(Integer.MAX_VALUE);
    }

    private void check() {
        int before = service.snapshots().size();
        World.ACCOUNTS.forEach(service::checkpoint);
        deliver();
        assertThat(calls.lost(world.log, gateways.canBeLost)).as("calls lost").isEmpty();
        assertThat(service.snapshots().subList(before, service.snapshots().size()))
                .as("snapshots at rest")
                .hasSize(World.ACCOUNTS.size())
                .allMatch(snapshot -> (snapshot.verdict() == Verdict.MATCHED && snapshot.reason() == null));
        var consumed = calls.consumed(world.log);
        for (var key : World.ACCOUNTS) {
            var account = service.account(key);
            var inRedis = world.redis.inspect(key).orElseThrow(() -> new AssertionError("not in Redis: " + key));
            if (account == null) {
                throw new AssertionError("not in the ledger: " + key);
            }
            var balance = account.balance();
            var stored = inRedis.balance();
            assertThat(List.of(balance.reserved(), balance.consumed()))
                    .as("ledger and truth of %s", key)
                    .isEqualTo(List.of(0L, consumed.getOrDefault(key, 0L)));
            assertThat(List.of(stored.granted(), stored.reserved(), stored.consumed(), stored.uncapped()))
                    .as("Redis and ledger of %s", key)
                    .isEqualTo(List.of(balance.granted(), balance.reserved(), balance.consumed(), account.uncapped()));
        }
    }

    /** What is at rest can leave Redis; nothing is sent to it then, and it comes back as the ledger has it. */
    private void leaveAndComeBack() {
        for (var account : World.ACCOUNTS) {
            service.look(account);
            assertThat(service.drop(account)).as("%s is at rest", account).isPresent();
        }
        deliver();
        var instructions = service.instructions();
        world.grant(10);
        world.limit(World.ACCOUNTS.get(1), null);
        deliver();
        assertThat(service.instructions())
                .as("instructions to what was dropped")
                .isEqualTo(instructions);
        service.applyAllAgain();
        assertThat(world.redis.accounts()).as("brought back by old seeds").isEmpty();
        service.requestLost();
        deliver();
        check();
    }

    @Override
    public String toString() {
        return "schedule " + seed;
    }
}
