package io.quotaledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeysTest {
    /** Ids that look like pieces of keys. */
    private static final List<String> IDS = List.of("a", "b", "a-b", "a_b", "ORG", "tokens", "2026-11", "key", "app");

    @Test
    void shouldGiveEachAccountItsOwnCompactionKeyWhenIdsLookLikeSeparators() {
        Set<String> keys = new HashSet<>();
        int accounts = 0;
        for (var tenant : IDS) {
            for (var app : IDS) {
                for (var key : IDS) {
                    for (var period : List.of(AccountKeys.NONE, "2026-11", "2026-11-30", "2026-11-30T05+0100")) {
                        var account = new AccountRef(Level.KEY, AccountKeys.keyScope(app, key), app, period);
                        var text = AccountKeys.compactionKey(tenant, account);
                        assertThat(AccountKeys.tenantOf(text)).isEqualTo(tenant);
                        keys.add(text);
                        accounts++;
                    }
                }
            }
        }
        assertThat(keys).hasSize(accounts);
    }

    @Test
    void shouldGiveEachConfigEntryItsOwnKeyWhenIdsLookLikeSeparators() {
        Set<String> keys = new HashSet<>();
        for (var first : IDS) {
            keys.add(ConfigKeys.plan(first));
            keys.add(ConfigKeys.priceBook(first));
            keys.add(ConfigKeys.tenant(first));
            keys.add(ConfigKeys.key(first));
            IDS.forEach(second -> keys.add(ConfigKeys.app(first, second)));
        }
        assertThat(keys).hasSize(4 * IDS.size() + IDS.size() * IDS.size());
    }
}
