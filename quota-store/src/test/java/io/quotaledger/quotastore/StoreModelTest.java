package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copies of the model live on their own, and what comes back after a failover is what was copied. */
final class StoreModelTest {
    private final List<AccountKey> path = Samples.threeLevels("t1");
    private final AccountKey org = path.get(0);
    private final StoreModel model = new StoreModel();

    @Test
    void shouldComeBackToWhatWasCopiedWhateverHappenedSince() {
        seedAll();
        model.admit(Samples.admission("r1", path, 1), 1);
        model.admit(Samples.admission("big", path, 101), 1);
        var copy = model.copy();
        var account = model.inspect(org).orElseThrow();
        model.close(Samples.refund("r1", path, 1), 2);
        model.checkpoint(Samples.checkpoint(org), 3);
        model.takeTouched(10);
        model.lose(path.get(1));
        model.remove(model.outbox().stream().map(StoredEvent::outboxId).toList());
        assertThat(copy.inspect(org)).contains(account);
        model.restore(copy);
        assertThat(model.accounts()).hasSize(3).containsEntry(org, account);
        assertThat(model.outbox()).hasSize(1);
        assertThat(model.takeTouched(10)).containsExactly(org);
        assertThat(copy.takeTouched(10)).containsExactly(org);
        assertThat(model.close(Samples.refund("r1", path, 1), 4)).isInstanceOf(CloseResult.Closed.class);
    }

    @Test
    void shouldGiveNoIdOfTheOutboxTwiceWhenItForgets() {
        seedAll();
        var copy = model.copy();
        var ids = new HashSet<String>();
        for (int i = 0; i < 5; i++) {
            assertThat(ids.add(model.checkpoint(Samples.checkpoint(org), 1)
                            .orElseThrow()
                            .outboxId()))
                    .isTrue();
            model.restore(copy);
        }
        model.flush();
        assertThat(model.accounts()).isEmpty();
        seedAll();
        assertThat(ids)
                .doesNotContain(model.checkpoint(Samples.checkpoint(org), 1)
                        .orElseThrow()
                        .outboxId());
    }

    @Test
    void shouldEditOnlyAnAccountThatIsThere() {
        model.edit(org, account -> account);
        assertThat(model.accounts()).isEmpty();
        seedAll();
        var edited = new StoredAccount(new StoredBalance(org, 7, 0, 0, null, false), 1, 0, 0, 0);
        model.edit(org, account -> edited);
        assertThat(model.inspect(org)).contains(edited);
    }

    private void seedAll() {
        path.forEach(key -> model.apply(Samples.seed(key, 1, 100)));
    }
}
