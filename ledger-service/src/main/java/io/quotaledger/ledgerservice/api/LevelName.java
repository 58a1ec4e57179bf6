package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quotaledger.schemas.avro.Level;

/** Levels as they stand in JSON. */
public enum LevelName {
    /** The whole tenant. */
    @JsonProperty("org")
    ORG(Level.ORG),
    /** An app. */
    @JsonProperty("app")
    APP(Level.APP),
    /** A key of an app. */
    @JsonProperty("key")
    KEY(Level.KEY),
    /** A user. */
    @JsonProperty("user")
    USER(Level.USER);

    private final Level level;

    LevelName(Level level) {
        this.level = level;
    }

    Level level() {
        return level;
    }
}
