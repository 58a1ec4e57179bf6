package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the ledger for accounts that Redis does not hold: once an account, however many calls need it. */
final class SeedRequests {
    private static final Logger LOG = LoggerFactory.getLogger(SeedRequests.class);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(5);
    private static final Duration ABSENT = Duration.ofSeconds(1);
    private static final int MAX_REMEMBERED = 100_000;

    private final Consumer<QuotaEvent> sender;
    private final String source;
    private final Clock clock;
    private final Map<AccountKey, Instant> asked = new ConcurrentHashMap<>();
    private final Map<AccountKey, Instant> absentUntil = new ConcurrentHashMap<>();

    SeedRequests(Consumer<QuotaEvent> sender, String source, Clock clock) {
        this.sender = sender;
        this.source = source;
        this.clock = clock;
    }

    /** Asks for those that were not asked for lately. */
    void ask(List<AccountKey> accounts) {
        var now = clock.instant();
        forget(now);
        for (var account : accounts) {
            var before = asked.get(account);
            boolean due = before == null
                    ? asked.putIfAbsent(account, now) == null
                    : now.isAfter(before.plus(ASK_AGAIN)) && asked.replace(account, before, now);
            if (due) {
                send(event(account, now));
            }
        }
    }

    /** Whether a call has waited in vain for one of the accounts a moment ago. */
    boolean areKnownAbsent(List<AccountKey> accounts) {
        var now = clock.instant();
        return accounts.stream().anyMatch(account -> now.isBefore(absentUntil.getOrDefault(account, Instant.MIN)));
    }

    /** Remembers for a moment that nobody seeds these. */
    void rememberAbsent(List<AccountKey> accounts) {
        var until = clock.instant().plus(ABSENT);
        accounts.forEach(account -> absentUntil.put(account, until));
    }

    private void send(QuotaEvent event) {
        try {
            sender.accept(event);
        } catch (RejectedExecutionException e) {
            LOG.debug("Cannot ask for a seed now", e);
        }
    }

    private void forget(Instant now) {
        if (asked.size() > MAX_REMEMBERED || absentUntil.size() > MAX_REMEMBERED) {
            asked.values().removeIf(at -> now.isAfter(at.plus(ASK_AGAIN)));
            absentUntil.values().removeIf(now::isAfter);
        }
    }

    private QuotaEvent event(AccountKey account, Instant now) {
        return QuotaEvent.newBuilder()
                .setEventId(UUID.randomUUID().toString())
                .setTenantId(account.tenantId())
                .setTime(now)
                .setSource(source)
                .setSeedRequested(new SeedRequested(account.toRef(), SeedReason.ABSENT, null))
                .build();
    }
}
