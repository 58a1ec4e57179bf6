package io.quotaledger.streamstopology.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that one event changes: what to store, what to write to the topics. Empty lists and nulls mean no change.
 *
 * @param unbookable why the event cannot be applied at all, a dead letter; then nothing else is set
 * @param entry the journal entry, if something moved
 * @param accounts accounts to store
 * @param balances those of them whose balance or cap is new to readers
 * @param reservation reservation to store
 * @param tenant tenant to store
 * @param scopes orgs, apps and keys to store
 * @param grant grant to store
 * @param command answer to remember
 * @param instructions what Redis is told, in order
 * @param snapshots checkpoints that were judged
 * @param alerts what somebody should look at
 * @param configChanges what gateways must learn
 * @param outcome answer to whoever waits
 */
public record Effects(
        @Nullable String unbookable,
        @Nullable Entry entry,
        List<Account> accounts,
        List<Account> balances,
        @Nullable Reservation reservation,
        @Nullable Tenant tenant,
        List<Scope> scopes,
        @Nullable Grant grant,
        @Nullable CommandRecord command,
        List<StoreInstruction> instructions,
        List<Snapshot> snapshots,
        List<Alert> alerts,
        List<ConfigChange> configChanges,
        @Nullable Outcome outcome) {
    /** Nothing changes. */
    static final Effects NONE = new Builder().build();

    static Effects unbookable(String detail) {
        var builder = new Builder();
        builder.unbookable = detail;
        return builder.build();
    }

    static Effects answer(OutcomeCode code, String detail) {
        return new Builder().outcome(new Outcome(code, detail)).build();
    }

    static final class Builder {
        private @Nullable String unbookable;
        private @Nullable Entry entry;
        private final List<Account> accounts = new ArrayList<>();
        private final List<Account> balances = new ArrayList<>();
        private @Nullable Reservation reservation;
        private @Nullable Tenant tenant;
        private final List<Scope> scopes = new ArrayList<>();
        private @Nullable Grant grant;
        private @Nullable CommandRecord command;
        private final List<StoreInstruction> instructions = new ArrayList<>();
        private final List<Snapshot> snapshots = new ArrayList<>();
        private final List<Alert> alerts = new ArrayList<>();
        private final List<ConfigChange> configChanges = new ArrayList<>();
        private @Nullable Outcome outcome;

        Builder entry(Entry value) {
            this.entry = value;
            return this;
        }

        Builder account(Account value, boolean balanceIsNew) {
            accounts.add(value);
            if (balanceIsNew) {
                balances.add(value);
            }
            return this;
        }

        Builder reservation(Reservation value) {
            this.reservation = value;
            return this;
        }

        Builder tenant(Tenant value) {
            this.tenant = value;
            return this;
        }

        Builder scope(Scope value) {
            scopes.add(value);
            return this;
        }

        Builder grant(Grant value) {
            this.grant = value;
            return this;
        }

        Builder instruction(StoreInstruction value) {
            instructions.add(value);
            return this;
        }

        Builder snapshot(Snapshot value) {
            snapshots.add(value);
            return this;
        }

        Builder alert(Alert value) {
            alerts.add(value);
            return this;
        }

        Builder config(ConfigChange value) {
            configChanges.add(value);
            return this;
        }

        Builder outcome(Outcome value) {
            this.outcome = value;
            return this;
        }

        Effects build() {
            return new Effects(
                    unbookable,
                    entry,
                    List.copyOf(accounts),
                    List.copyOf(balances),
                    reservation,
                    tenant,
                    List.copyOf(scopes),
                    grant,
                    command,
                    List.copyOf(instructions),
                    List.copyOf(snapshots),
                    List.copyOf(alerts),
                    List.copyOf(configChanges),
                    outcome);
        }
    }

    Effects remembering(CommandRecord record) {
        return new Effects(
                unbookable,
                entry,
                accounts,
                balances,
                reservation,
                tenant,
                scopes,
                grant,
                record,
                instructions,
                snapshots,
                alerts,
                configChanges,
                outcome);
    }
}
