package io.quotaledger.quickstart.model;

/** How an answer of the model server ends. */
public enum Ending {
    /** In full, with usage. */
    COMPLETE,
    /** In full, but without usage. */
    NO_USAGE,
    /** With an error status and nothing delivered. */
    ERROR,
    /** The connection closes before the first byte. */
    CUT_BEFORE_ANSWER,
    /** The connection closes after some content and before the usage. */
    CUT_AFTER_CONTENT
}
