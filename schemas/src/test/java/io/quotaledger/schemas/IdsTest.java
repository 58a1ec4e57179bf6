package io.quotaledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "0", "A-b_9", "acme--", "6b1b1f6e-9f3f-4b1f-8f7a-0b2f5a3c9d11"})
    void shouldTakeAnIdWhenItHasOnlySafeCharacters(String id) {
        assertThat(Ids.isValid(id)).isTrue();
        assertThat(Ids.require("tenant", id)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "-", "_a", "-a", "a b", " a", "a ", "a\n", "\na", "a\u0000", "a.b", "a:b", "a|b", "a/b",
                "../a", "{a}", "a{b", "a}b", "a*", "a%2Fb", "a,b", "a;b", "a'b", "a\"b", "ä", "а", "a\u200b", "a\u0301",
                "１", "a\\b", "a$", "a#b", "a?b", "a+b", "a=b", "a@b"
            })
    void shouldRefuseAnIdWhenACharacterCouldMeanSomethingElsewhere(String id) {
        assertThat(Ids.isValid(id)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ids.require("tenant", id))
                .withMessage("tenant must match " + Ids.PATTERN);
    }

    @Test
    void shouldRefuseAnIdWhenItIsLongerThan64() {
        assertThat(Ids.isValid("x".repeat(64))).isTrue();
        assertThat(Ids.isValid("x".repeat(65))).isFalse();
        assertThat(Ids.isValid("x".repeat(1_000_000))).isFalse();
    }

    @Test
    void shouldTakeWhatThePatternTakesForEveryCharacterInEveryPlace() {
        var pattern = Pattern.compile(Ids.PATTERN);
        for (int c = Character.MIN_VALUE; c <= Character.MAX_VALUE; c++) {
            for (var text : List.of((char) c + "", (char) c + "a", "a" + (char) c, "a" + (char) c + "a")) {
                assertThat(Ids.isValid(text)).isEqualTo(pattern.matcher(text).matches());
            }
        }
    }
}
