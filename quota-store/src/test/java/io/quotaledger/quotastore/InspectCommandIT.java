package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Seed;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The account in plain words. */
final class InspectCommandIT {
    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.tenant();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldPrintBalanceAndBookkeeping() {
        KIT.apply(Samples.seed(Samples.key(tenant), 3, new Seed(100L, 20L, 30L, 7L, false)));
        KIT.apply(Samples.update(Samples.key(tenant), 3, 1, 5, 0, 0));
        assertThat(run(tenant, "key", "chat/k1", "tokens", "2026-11-30")).isZero();
        assertThat(out.toString())
                .contains("available    55 = granted 105 - reserved 20 - consumed 30")
                .contains("overage      7 left")
                .contains("life         epoch 3, generation 0")
                .contains("executions   0")
                .contains("last update  1");
    }

    @Test
    void shouldSayThatRedisDoesNotHoldIt() {
        assertThat(run(tenant, "org", "-", "tokens")).isEqualTo(1);
        assertThat(out.toString()).contains("Redis does not hold");
    }

    @Test
    void shouldRefuseWhatIsNoAccount() {
        assertThat(run(tenant, "planet", "-", "tokens")).isEqualTo(2);
        assertThat(run("{1}", "org", "-", "tokens")).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: inspect");
    }

    private int run(String... account) {
        var arguments = new String[account.length + 2];
        arguments[0] = "--redis";
        arguments[1] = KIT.stack().redisUri();
        System.arraycopy(account, 0, arguments, 2, account.length);
        return InspectCommand.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
