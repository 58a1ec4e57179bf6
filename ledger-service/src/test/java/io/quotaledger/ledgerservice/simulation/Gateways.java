package io.quotaledger.ledgerservice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.ledgerservice.simulation.Calls.Made;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.CloseResult;
import io.quotaledger.quotastore.Closing;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.quotastore.StoredEvent;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.Usage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Two gateways: calls, what they have not published yet, and their deaths. */
final class Gateways {
    private static final int COUNT = 2;
    private static final int MOST_HELD = 60;

    private final World world;
    private final Calls calls;
    private final Oversell oversell;
    private final List<List<StoredEvent>> unsent = List.of(new ArrayList<>(), new ArrayList<>());
    /** Executions whose event is lost if no copy of it turns up: Redis forgot it, and its gateway died. */
    final Set<String> canBeLost = new HashSet<>();

    private int nextCall;

    Gateways(World world, Calls calls, Oversell oversell) {
        this.world = world;
        this.calls = calls;
        this.oversell = oversell;
    }

    /** A request comes in. */
    void admit() {
        var path = world.any(World.PATHS);
        var held = 1 + world.random.nextInt(MOST_HELD);
        var call = new Made("r" + nextCall++, path, held, world.random.nextInt(COUNT));
        var event = world.event(
                e -> e.setPrepaid(new Prepaid(call.id, legs(path, held, 0), World.HOLD.toMillis(), false, World.CALL)));
        var accounts = path.stream()
                .map(account -> new PathAccount(List.of(Candidate.wallet(account)), held))
                .toList();
        var result = world.redis.admit(new Admission(event, accounts, List.of(), "digest"), world.redisMillis());
        if (result instanceof AdmitResult.Unseeded unseeded) {
            unseeded.accounts()
                    .forEach(account -> world.append(world.event(
                            e -> e.setSeedRequested(new SeedRequested(account.toRef(), SeedReason.ABSENT, null)))));
        } else if (result instanceof AdmitResult.Admitted admitted) {
            calls.add(call);
            oversell.executed(admitted.event().event().getEventId(), path, held);
            if (world.chance(2)) {
                call.abandoned = true; // No answer came: the client was refused, the event is in the outbox only.
            } else if (world.chance(2)) {
                holdWithoutRedis(call); // Nor did one here, and the call was admitted all the same.
            } else {
                unsent.get(call.gateway).add(admitted.event());
                oversell.check(path);
            }
        }
    }

    /** A request is admitted while Redis does not answer. */
    void admitWithoutRedis() {
        var path = world.any(World.PATHS);
        holdWithoutRedis(calls.add(new Made("r" + nextCall++, path, 1 + world.random.nextInt(MOST_HELD), 0)));
    }

    private void holdWithoutRedis(Made call) {
        call.bypassed = true;
        world.append(world.event(e -> e.setPrepaid(
                new Prepaid(call.id, legs(call.path, call.held, 0), World.HOLD.toMillis(), false, World.CALL))));
    }

    /** Some call ends. */
    void closeAny() {
        var running = calls.running();
        if (!running.isEmpty()) {
            close(world.any(running));
        }
    }

    /** A call ends. */
    void close(Made call) {
        var isSettled = world.chance(80);
        call.consumed = isSettled ? world.random.nextLong(call.held * 13 / 10 + 1) : 0L;
        if (world.chance(4)) { // Redis gives no answer to any try, and did nothing.
            call.bypassed = true;
            sendWithoutStamps(call, isSettled);
            return;
        }
        var event = closing(call, isSettled);
        if (!(world.redis.close(new Closing(event, call.path), world.redisMillis())
                instanceof CloseResult.Closed closed)) {
            throw new AssertionError("closed twice: " + call.id);
        }
        call.closings.add(event.getEventId());
        call.bypassed |= !closed.receiptFound();
        oversell.executed(event.getEventId(), call.path, Math.max(call.held, call.consumed));
        if (world.chance(3)) { // The answer is lost; a second try finds it closed. The event is in the outbox only.
            var again = world.redis.close(new Closing(closing(call, isSettled), call.path), world.redisMillis());
            assertThat(again).isInstanceOf(CloseResult.AlreadyClosed.class);
        } else if (world.chance(3)) { // The answer is lost, and so are those of all further tries.
            call.bypassed = true;
            sendWithoutStamps(call, isSettled);
        } else {
            unsent.get(call.gateway).add(closed.event());
        }
    }

    private void sendWithoutStamps(Made call, boolean isSettled) {
        var event = closing(call, isSettled);
        call.closings.add(event.getEventId());
        world.append(event);
    }

    /** Kafka acknowledges one of the next few events, or refuses it; the outbox is cleaned now or later. */
    void publish() {
        var ofGateway = unsent.get(world.random.nextInt(COUNT));
        if (ofGateway.isEmpty()) {
            return;
        }
        var event = ofGateway.remove(world.random.nextInt(Math.min(3, ofGateway.size())));
        if (world.chance(95)) {
            world.append(event.event());
            if (world.chance(70)) {
                world.redis.remove(List.of(event.outboxId()));
            }
        } else {
            mayBeLost(event);
        }
    }

    /** One gateway dies. */
    void crash() {
        int gateway = world.random.nextInt(COUNT);
        unsent.get(gateway).forEach(this::mayBeLost);
        unsent.get(gateway).clear();
        calls.running().stream().filter(call -> call.gateway == gateway).forEach(call -> call.abandoned = true);
    }

    /** All that runs ends, and all gateways go. */
    void end() {
        calls.running().forEach(call -> close(call));
        unsent.forEach(ofGateway -> {
            ofGateway.forEach(this::mayBeLost);
            ofGateway.clear();
        });
    }

    private void mayBeLost(StoredEvent event) {
        var isInOutbox = world.redis.outbox().stream()
                .anyMatch(
                        entry -> entry.event().getEventId().equals(event.event().getEventId()));
        if (!isInOutbox) {
            canBeLost.add(event.event().getEventId());
        }
    }

    /** Redis forgets what is in its outbox now but is not in the log, and no gateway has it any more. */
    void forgetting(List<StoredEvent> outboxBefore) {
        var known = new HashSet<String>();
        unsent.forEach(
                ofGateway -> ofGateway.forEach(event -> known.add(event.event().getEventId())));
        world.redis.outbox().forEach(entry -> known.add(entry.event().getEventId()));
        for (var entry : outboxBefore) {
            var eventId = entry.event().getEventId();
            if (!known.contains(eventId) && !world.log.has(eventId)) {
                canBeLost.add(eventId);
            }
        }
    }

    private QuotaEvent closing(Made call, boolean isSettled) {
        long consumed = call.consumed == null ? 0 : call.consumed;
        return world.event(e -> {
            if (isSettled) {
                e.setSettled(Settled.newBuilder()
                        .setReservationId(call.id)
                        .setLegs(legs(call.path, call.held, consumed))
                        .setProvenance(Provenance.REPORTED)
                        .setUsage(new Usage(consumed, 0L, 0L, 0L))
                        .setStartedAt(world.now())
                        .setEndedAt(world.now())
                        .setCall(World.CALL)
                        .build());
            } else {
                e.setRefunded(new Refunded(call.id, legs(call.path, call.held, 0), "upstream_error", 502, World.CALL));
            }
        });
    }

    private static List<Leg> legs(List<AccountKey> path, long held, long consumed) {
        return path.stream()
                .map(account -> new Leg(account.toRef(), held, consumed, null))
                .toList();
    }
}
