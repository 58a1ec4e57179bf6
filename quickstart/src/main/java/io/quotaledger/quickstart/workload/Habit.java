package io.quotaledger.quickstart.workload;

/** What is special about the client of a call. */
public enum Habit {
    /** Nothing: it waits for the whole answer. */
    PATIENT,
    /** It closes the connection after the first part of the answer. */
    LEAVES,
    /** It uses an API key that nobody issued. */
    WRONG_KEY,
    /** It sends a body that is not JSON. */
    BROKEN_BODY,
    /** It asks for a model that is in no price book. */
    UNKNOWN_MODEL
}
