package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.cluster.SlotHash;
import io.quotaledger.schemas.avro.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One slot a tenant, and no two things under one key. */
final class StoreKeysTest {
    private static final List<String> PARTS =
            List.of("a", "b", "a-b", "a_b", "A", "0", "a0", "o", "k", "u", "r", "outbox");

    @Test
    void shouldPutAllKeysOfATenantIntoOneSlot() {
        for (var tenant : PARTS) {
            var slots = new HashSet<Integer>();
            Samples.threeLevels(tenant).forEach(key -> slots.add(SlotHash.getSlot(StoreKeys.account(key))));
            slots.add(SlotHash.getSlot(StoreKeys.receipt(tenant, "r1")));
            slots.add(SlotHash.getSlot(StoreKeys.rate(tenant, new RateRule(Level.KEY, "a/k", 1, 1000))));
            slots.add(SlotHash.getSlot(StoreKeys.outbox(StoreKeys.bucket(tenant))));
            slots.add(SlotHash.getSlot(StoreKeys.touched(StoreKeys.bucket(tenant))));
            assertThat(slots).hasSize(1);
        }
    }

    @Test
    void shouldMakeDifferentKeysOfDifferentAccounts() {
        var random = new Random(7);
        var accounts = new HashMap<String, AccountKey>();
        for (int i = 0; i < 20_000; i++) {
            var key = new AccountKey(part(random), level(random), scope(random), part(random), period(random));
            var text = StoreKeys.account(key);
            assertThat(accounts.computeIfAbsent(text, unused -> key)).isEqualTo(key);
            assertThat(StoreKeys.parseAccount(key.tenantId(), StoreKeys.accountName(key)))
                    .isEqualTo(key);
            assertThat(StoreKeys.parseQualified(StoreKeys.qualifiedName(key))).isEqualTo(key);
        }
    }

    @Test
    void shouldReadTheNameOfAnHoursBudget() {
        var key = new AccountKey("t1", Level.KEY, "chat/k1", "tokens", "2026-11-30T05+0100");
        assertThat(StoreKeys.qualifiedName(key)).isEqualTo("t1:k:chat/k1:tokens:2026-11-30T05+0100");
        assertThat(StoreKeys.parseQualified("t1:k:chat/k1:tokens:2026-11-30T05+0100"))
                .isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "t1",
                "t1:k",
                "t1:k:chat/k1:tokens",
                ":k:chat/k1:tokens:-",
                "t1:x:chat/k1:tokens:-",
                "t1:k:chat/k1:tokens:",
                "t1:k:chat/k1:tokens:2026-11-30T05+01:00",
                "t1:k:chat/k1:tokens:-:-"
            })
    void shouldRefuseWhatIsNoNameOfAnAccount(String name) {
        assertRefused(() -> StoreKeys.parseQualified(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "}", "{1}", "a:b", "a|b", "a;b", "a,b", "a b", "a\n", "a\u0000", "é", "-", "*", "a.b"})
    void shouldRefuseHostileIds(String id) {
        assertRefused(() -> new AccountKey(id, Level.ORG, "-", "tokens", "-"));
        assertRefused(() -> new AccountKey("t", Level.ORG, "-", id, "-"));
        assertRefused(() -> new AccountKey("t", Level.KEY, "app/" + id, "tokens", "-"));
        assertRefused(() -> new RateRule(Level.KEY, "app/" + id, 1, 1));
        assertRefused(() -> StoreKeys.receipt("t", id));
        assertRefused(() -> StoreKeys.receipt(id, "r"));
        if (!id.equals("-")) {
            assertRefused(() -> new AccountKey("t", Level.ORG, "-", "tokens", id));
        }
    }

    @Test
    void shouldRefuseRatesThatCannotBeCountedExactly() {
        assertRefused(() -> new RateRule(Level.ORG, "-", 0, 1000));
        assertRefused(() -> new RateRule(Level.ORG, "-", 1, 0));
        assertRefused(() -> new RateRule(Level.ORG, "-", Long.MAX_VALUE, 1));
        assertRefused(() -> new RateRule(Level.ORG, "-", 1L << 40, 1L << 20));
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
    }

    private static String part(Random random) {
        return PARTS.get(random.nextInt(PARTS.size()));
    }

    private static String scope(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> "-";
            case 1 -> part(random);
            default -> part(random) + "/" + part(random);
        };
    }

    private static Level level(Random random) {
        return List.of(Level.ORG, Level.APP, Level.KEY, Level.USER).get(random.nextInt(4));
    }

    private static String period(Random random) {
        return List.of("-", "2026-11", "2026-11-30", "2026-W48", "2026-11-30T05+0100")
                .get(random.nextInt(5));
    }
}
