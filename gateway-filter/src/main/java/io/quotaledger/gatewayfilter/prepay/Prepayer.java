package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.gatewayfilter.outage.KnownBalances;
import io.quotaledger.gatewayfilter.outage.StoreGuard;
import io.quotaledger.gatewayfilter.prepay.Hold.HeldLeg;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.AmountOutOfRangeException;
import io.quotaledger.quotastore.EventPublisher;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.ReservationState;
import io.quotaledger.quotastore.StoreUnavailableException;
import io.quotaledger.quotastore.StoredBalance;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/** Puts the amount of a call aside on all accounts of its path, or refuses the call. */
public final class Prepayer {
    private static final Duration FIRST_SEED_POLL = Duration.ofMillis(10);
    private static final Duration LONGEST_SEED_POLL = Duration.ofMillis(100);

    private final StoreGuard store;
    private final KnownBalances balances;
    private final EventPublisher publisher;
    private final PrepaidEvents events;
    private final Bypass bypass;
    private final SeedRequests seeds;
    private final Duration seedWait;
    private final Clock clock;

    /**
     * Holds in the store.
     *
     * @param balances learns what the store tells of balances
     * @param source source of the events: {@code gateway/<instance>}
     * @param seedWait how long a call waits for accounts that Redis does not hold
     */
    public Prepayer(
            StoreGuard store,
            KnownBalances balances,
            EventPublisher publisher,
            String source,
            Duration seedWait,
            Clock clock) {
        this.store = store;
        this.balances = balances;
        this.publisher = publisher;
        this.events = new PrepaidEvents(source);
        this.bypass = new Bypass(publisher, events, balances, clock);
        this.seedWait = seedWait;
        this.clock = clock;
        this.seeds = new SeedRequests(publisher::send, source, clock);
    }

    /**
     * Holds for a call. Fails with {@link RefusedException} if it is refused. Must not be cancelled: a hold that nobody
     * learns of stays until it expires.
     */
    public Mono<Hold> prepay(PricedCall call) {
        return Mono.defer(() -> new Attempts(call).next(clock.instant()));
    }

    /** The attempts to make one reservation; all have its id, each has an event id of its own. */
    private final class Attempts {
        private final PricedCall call;
        private final String reservationId = UUID.randomUUID().toString();
        private final Instant startedAt = clock.instant();
        private Duration seedPoll = FIRST_SEED_POLL;
        private boolean repeated;
        private boolean clockCorrected;

        Attempts(PricedCall call) {
            this.call = call;
        }

        Mono<Hold> next(Instant now) {
            var path = AccountPath.accounts(call, now);
            var admission = new Admission(event(path), path, AccountPath.rates(call.caller()), call.digest());
            return store.admit(admission)
                    .flatMap(result -> follow(result, path))
                    .onErrorResume(StoreUnavailableException.class, e -> repeatOnce(now, path))
                    .onErrorMap(
                            AmountOutOfRangeException.class,
                            e -> RefusedException.invalid("An account cannot hold that much."));
        }

        /** The script may have run: the repeat has the same reservation id and gets the first answer. */
        private Mono<Hold> repeatOnce(Instant now, List<PathAccount> path) {
            if (repeated) {
                return bypass(path, "The quota store does not answer.");
            }
            repeated = true;
            return next(now);
        }

        private Mono<Hold> follow(AdmitResult result, List<PathAccount> path) {
            if (result instanceof AdmitResult.Admitted admitted) {
                return Mono.just(hold(admitted, path));
            } else if (result instanceof AdmitResult.Duplicate duplicate) {
                return duplicate.state() == ReservationState.HELD
                        ? Mono.just(hold(duplicate, path))
                        : Mono.error(Refusals.reused());
            } else if (result instanceof AdmitResult.Unseeded unseeded) {
                return awaitSeeds(unseeded.accounts(), path);
            } else if (result instanceof AdmitResult.OutboxFull) {
                return bypass(path, "Too many events of the quota store wait for Kafka.");
            } else if (result instanceof AdmitResult.OutsidePeriods outside) {
                return correctClock(outside.now());
            } else {
                return Mono.error(refusal(result, path));
            }
        }

        private Mono<Hold> awaitSeeds(List<AccountKey> accounts, List<PathAccount> path) {
            boolean absent = seeds.areKnownAbsent(accounts);
            seeds.ask(accounts);
            if (!absent && clock.instant().isBefore(startedAt.plus(seedWait))) {
                var wait = seedPoll;
                seedPoll = seedPoll.multipliedBy(2).compareTo(LONGEST_SEED_POLL) < 0
                        ? seedPoll.multipliedBy(2)
                        : LONGEST_SEED_POLL;
                return Mono.delay(wait).flatMap(tick -> next(clock.instant()));
            }
            if (!absent) {
                seeds.rememberAbsent(accounts);
            }
            return bypass(path, "The account is not in the quota store yet.");
        }

        private Mono<Hold> bypass(List<PathAccount> path, String why) {
            return Mono.fromSupplier(() -> bypass.hold(call, reservationId, startedAt, path, why));
        }

        private Mono<Hold> correctClock(Instant storeTime) {
            if (clockCorrected) {
                return Mono.error(Refusals.unavailable("The clocks of gateway and quota store differ."));
            }
            clockCorrected = true;
            return next(storeTime);
        }

        private Hold hold(AdmitResult.Admitted admitted, List<PathAccount> path) {
            publisher.publish(admitted.event());
            balances.learn(admitted.balances());
            var prepaid = admitted.event().event().getPrepaid();
            var accounts = prepaid.getLegs().stream()
                    .map(leg -> AccountKey.of(call.caller().tenantId(), leg.getAccount()))
                    .toList();
            return hold(accounts, path, admitted.balances(), admitted.overage());
        }

        private Hold hold(AdmitResult.Duplicate duplicate, List<PathAccount> path) {
            return hold(duplicate.accounts(), path, List.of(), duplicate.overage());
        }

        private Hold hold(
                List<AccountKey> accounts, List<PathAccount> path, List<StoredBalance> balances, boolean overage) {
            var legs = IntStream.range(0, accounts.size())
                    .mapToObj(i -> heldLeg(accounts.get(i), path.get(i)))
                    .toList();
            return new Hold(call, reservationId, startedAt, legs, balances, overage, false);
        }

        private static HeldLeg heldLeg(AccountKey account, PathAccount leg) {
            return leg.candidates().stream()
                    .filter(candidate -> candidate.key().equals(account))
                    .findFirst()
                    .map(candidate -> new HeldLeg(candidate, leg.amount()))
                    .orElseThrow(() -> new IllegalStateException("the store held on another account"));
        }

        private RefusedException refusal(AdmitResult result, List<PathAccount> path) {
            if (result instanceof AdmitResult.Exhausted exhausted) {
                balances.learn(List.of(exhausted.balance()));
                return Refusals.exhausted(exhausted, path);
            } else if (result instanceof AdmitResult.OverageExhausted exhausted) {
                balances.learn(List.of(exhausted.balance()));
                return Refusals.overageExhausted(exhausted, path);
            } else if (result instanceof AdmitResult.RateLimited limited) {
                return Refusals.rateLimited(limited);
            }
            return Refusals.reused();
        }

        private QuotaEvent event(List<PathAccount> path) {
            var legs = path.stream()
                    .map(account -> new Leg(account.candidates().get(0).key().toRef(), account.amount(), 0L, null))
                    .toList();
            return events.event(call, reservationId, legs, Instant.EPOCH);
        }
    }
}
