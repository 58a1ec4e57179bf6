package io.quotaledger.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.Topic;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NeutralSchemaTest {
    @ParameterizedTest
    @EnumSource
    void shouldHaveNothingOfJavaAndTheSameBinaryForm(Topic topic) {
        var neutral = NeutralSchema.of(topic.schema());

        assertThat(topic.schema().toString()).contains("avro.java.string");
        assertThat(neutral.toString()).doesNotContain("avro.java");
        assertThat(SchemaNormalization.parsingFingerprint64(neutral))
                .isEqualTo(SchemaNormalization.parsingFingerprint64(topic.schema()));
        assertThat(NeutralSchema.of(neutral)).isEqualTo(neutral);
    }

    @Test
    void shouldKeepOtherPropertiesOfAString() {
        var schema = new Schema.Parser().parse("{\"type\":\"string\",\"avro.java.string\":\"String\",\"unit\":\"x\"}");

        assertThat(NeutralSchema.of(schema)).hasToString("{\"type\":\"string\",\"unit\":\"x\"}");
    }
}
