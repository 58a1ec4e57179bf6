package io.quotaledger.streamstopology.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Level;
import org.junit.jupiter.api.Test;

class AvroBinaryTest {
    private final AccountRef account = new AccountRef(Level.KEY, "chat/k1", "tokens", "-");

    @Test
    void shouldHashWithoutWhatAFailedRecordHasLeft() {
        var before = AvroBinary.sha256(account);
        var halfWritten = new AccountRef(Level.KEY, "chat/k1", null, "-");

        assertThatThrownBy(() -> AvroBinary.sha256(halfWritten)).isInstanceOf(RuntimeException.class);

        assertThat(AvroBinary.sha256(account)).isEqualTo(before);
    }
}
