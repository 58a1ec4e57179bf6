package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import io.quotaledger.schemas.avro.ModelPrice;
import io.quotaledger.schemas.avro.PriceBook;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prices by model.
 *
 * @param unit what the token prices are for
 * @param models prices
 */
@Introspected
public record PriceBookRequest(
        @NotNull PriceUnitName unit,
        @NotEmpty @Size(max = 1000) List<@NotNull @Valid Price> models) {
    /**
     * Unit prices of one model, decimal strings in the meter's main unit.
     *
     * @param model name as requests give it
     * @param input uncached input token
     * @param cacheRead input token read from a cache; the price of input if it is left out
     * @param cacheWrite input token written to a cache; the price of input if it is left out
     * @param output output token
     * @param perCall each call; "0" if it is left out
     */
    @Introspected
    public record Price(
            @NotBlank @Size(max = 128) @Pattern(regexp = Fields.NAME, message = Fields.NAME_FAULT)
            String model,

            @NotNull @Pattern(regexp = Fields.PRICE, message = Fields.PRICE_FAULT)
            String input,

            @Nullable @Pattern(regexp = Fields.PRICE, message = Fields.PRICE_FAULT)
            String cacheRead,

            @Nullable @Pattern(regexp = Fields.PRICE, message = Fields.PRICE_FAULT)
            String cacheWrite,

            @NotNull @Pattern(regexp = Fields.PRICE, message = Fields.PRICE_FAULT)
            String output,

            @Nullable @Pattern(regexp = Fields.PRICE, message = Fields.PRICE_FAULT)
            String perCall) {
        private ModelPrice toRecord() {
            return ModelPrice.newBuilder()
                    .setModel(model)
                    .setInput(input)
                    .setCacheRead(cacheRead == null ? input : cacheRead)
                    .setCacheWrite(cacheWrite == null ? input : cacheWrite)
                    .setOutput(output)
                    .setPerCall(perCall == null ? "0" : perCall)
                    .build();
        }
    }

    /** The record, with version 0. */
    PriceBook toRecord(String priceBookId) {
        return new PriceBook(
                priceBookId,
                0L,
                unit.unit(),
                models.stream().map(Price::toRecord).toList());
    }
}
