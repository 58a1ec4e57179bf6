package io.quotaledger.ledgerservice.auth;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import io.micronaut.core.convert.format.MapFormat;
import io.micronaut.core.naming.conventions.StringConvention;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bearer tokens, from configuration.
 *
 * @param operatorToken token that may do everything; without one nobody may write
 * @param readers token by tenant id, each for the GETs of that tenant
 */
@ConfigurationProperties("quota.auth")
public record AuthSettings(
        @Nullable String operatorToken,

        @Bindable(defaultValue = "")
        @MapFormat(transformation = MapFormat.MapTransformation.FLAT, keyFormat = StringConvention.RAW)
        Map<String, String> readers) {}
