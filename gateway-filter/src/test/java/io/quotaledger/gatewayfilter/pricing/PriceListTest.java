package io.quotaledger.gatewayfilter.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.ModelPrice;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PriceBook;
import io.quotaledger.schemas.avro.PriceUnit;
import io.quotaledger.schemas.avro.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriceListTest {
    @Test
    void shouldPriceEachQuantityByItself() {
        var prices = list(PriceUnit.UNIT, new ModelPrice("m", "20", "2", "25", "80", "0"));

        assertThat(prices.price("m", new Usage(220L, 1280L, 0L, 40L), 0)).isEqualTo(10_160);
        assertThat(prices.price("m", new Usage(200L, 1000L, 300L, 40L), 0)).isEqualTo(16_700);
    }

    @Test
    void shouldRoundUpOnceWhenAPriceIsFinerThanTheMeter() {
        var prices = list(PriceUnit.MILLION, new ModelPrice("m", "2.50", "1.25", "3.125", "10", "0.000001"));

        assertThat(prices.price("m", new Usage(1L, 0L, 0L, 0L), 6)).isEqualTo(4);
        assertThat(prices.price("m", new Usage(1L, 1L, 0L, 0L), 6)).isEqualTo(5);
        assertThat(prices.price("m", new Usage(0L, 0L, 0L, 0L), 0)).isEqualTo(1);
    }

    @Test
    void shouldBeExactWhenDoublesWouldNotBe() {
        var prices = list(PriceUnit.MILLION, new ModelPrice("m", "0.1", "0", "0", "0.2", "0"));

        assertThat(prices.price("m", new Usage(10_000_000L, 0L, 0L, 10_000_000L), 6))
                .isEqualTo(3_000_000);
        assertThatThrownBy(() -> list(PriceUnit.UNIT, new ModelPrice("m", "1000000", "0", "0", "0", "0"))
                        .price("m", new Usage(1L << 52, 0L, 0L, 0L), 9))
                .isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1e3", "", "NaN", "0x1", "1,5", " 1", "1.", ".5", "999999999999999999999"})
    void shouldRefuseWhatIsNoPrice(String price) {
        assertThatThrownBy(() -> list(PriceUnit.UNIT, new ModelPrice("m", price, "0", "0", "0", "0")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseABookWithoutUnitOrWithAModelTwice() {
        var price = new ModelPrice("m", "1", "0", "0", "0", "0");

        assertThatThrownBy(() -> list(PriceUnit.UNKNOWN, price)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> list(PriceUnit.UNIT, price, price)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldChargeEachMeterByItsBasis() {
        var plan = plan(
                new Meter("tokens", 0, MeterBasis.TOKENS),
                new Meter("calls", 0, MeterBasis.CALLS),
                new Meter("usd", 2, MeterBasis.PRICE));
        var tariff = Tariff.byTokens(plan, list(PriceUnit.UNIT, new ModelPrice("m", "1", "0", "0", "3", "0")), "m");
        var usage = new Usage(2L, 3L, 4L, 5L);

        assertThat(tariff.charge("tokens", usage)).isEqualTo(14);
        assertThat(tariff.charge("calls", usage)).isEqualTo(1);
        assertThat(tariff.charge("usd", usage)).isEqualTo(1700);
        assertThat(Tariff.perCall(plan).charge("tokens", usage)).isZero();
        assertThat(Tariff.perCall(plan).charge("calls", usage)).isEqualTo(1);
        assertThat(Tariff.perCall(plan).charge("usd", usage)).isZero();
    }

    @Test
    void shouldRefuseAModelWithoutPriceUnlessThePlanHasNoPriceMeter() {
        var priced = plan(new Meter("usd", 2, MeterBasis.PRICE));

        assertThatThrownBy(() -> Tariff.byTokens(priced, list(PriceUnit.UNIT), "m"))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refusal -> assertThat(refusal.problem().code()).isEqualTo(Problem.Code.MODEL_NOT_PRICED));
        assertThatThrownBy(() -> Tariff.byTokens(priced, null, "m")).isInstanceOf(RefusedException.class);
        assertThat(Tariff.byTokens(plan(new Meter("tokens", 0, MeterBasis.TOKENS)), null, "m")
                        .charge("tokens", new Usage(1L, 0L, 0L, 0L)))
                .isEqualTo(1);
    }

    private static PriceList list(PriceUnit unit, ModelPrice... models) {
        return new PriceList(new PriceBook("book", 3L, unit, List.of(models)));
    }

    private static Plan plan(Meter... meters) {
        var estimate = new EstimateSettings(1024L, null, 4);
        return new Plan("plan", 1L, List.of(meters), "book", List.of(), List.of(), estimate, 60_000L, null);
    }
}
