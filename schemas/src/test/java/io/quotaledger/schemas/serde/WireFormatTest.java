package io.quotaledger.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireFormatTest {
    @Test
    void shouldPutMagicAndBigEndianIdBeforeTheRecord() {
        var bytes = WireFormat.wrap(0x01020304, new byte[] {9, 8});

        assertThat(bytes).containsExactly(0, 1, 2, 3, 4, 9, 8);
        assertThat(WireFormat.schemaId(bytes)).isEqualTo(0x01020304);
        assertThat(WireFormat.unwrap(bytes)).isEqualTo(ByteBuffer.wrap(new byte[] {9, 8}));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Integer.MAX_VALUE, -1})
    void shouldGiveBackTheIdWhenTheRecordIsEmpty(int id) {
        assertThat(WireFormat.schemaId(WireFormat.wrap(id, new byte[0]))).isEqualTo(id);
    }

    @Test
    void shouldRefuseBytesWhenTheyAreNotInTheFormat() {
        assertThatThrownBy(() -> WireFormat.unwrap(new byte[] {0, 0, 0, 1})).isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> WireFormat.schemaId(new byte[] {1, 0, 0, 0, 1}))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("0x01");
    }
}
