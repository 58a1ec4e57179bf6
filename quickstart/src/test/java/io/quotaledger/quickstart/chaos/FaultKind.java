package io.quotaledger.quickstart.chaos;

/** What can go wrong. */
enum FaultKind {
    GATEWAY_KILLED("kill -9 of the gateway", Span.SHORT, false),
    GATEWAY_SUSPENDED("gateway suspended", Span.MIDDLE, false),
    SERVICE_KILLED("kill -9 of the service", Span.SHORT, false),
    SERVICE_SUSPENDED("service suspended", Span.LONG, false),
    BROKER_KILLED("kill -9 of the broker", Span.SHORT, false),
    BROKER_SUSPENDED("broker suspended", Span.MIDDLE, false),
    REDIS_KILLED("kill -9 of Redis", Span.SHORT, true),
    REDIS_SUSPENDED("Redis suspended", Span.MIDDLE, false),
    REDIS_FLUSHED("FLUSHALL", Span.NONE, true),
    SCRIPTS_FLUSHED("SCRIPT FLUSH", Span.NONE, false),
    APPEND_ONLY_FILE_CUT("append-only file cut", Span.SHORT, true),
    REPLICA_PROMOTED("replica promoted after its link was stalled", Span.MIDDLE, true),
    LINK_DELAYED("link to Redis delayed", Span.MIDDLE, false),
    LINK_HELD("link to Redis held, then all comes late", Span.MIDDLE, false),
    LINK_DROPPED("link to Redis drops all", Span.MIDDLE, false),
    LINK_CUT("link to Redis cut after execution", Span.MIDDLE, false);

    /** How long it may last. */
    private enum Span {
        NONE(0, 0),
        SHORT(0, 2_500),
        MIDDLE(300, 5_000),
        LONG(500, 14_000);

        private final int atLeastMillis;
        private final int atMostMillis;

        Span(int atLeastMillis, int atMostMillis) {
            this.atLeastMillis = atLeastMillis;
            this.atMostMillis = atMostMillis;
        }
    }

    private final String words;
    private final Span span;
    private final boolean memoryLost;

    FaultKind(String words, Span span, boolean memoryLost) {
        this.words = words;
        this.span = span;
        this.memoryLost = memoryLost;
    }

    /** In words. */
    String words() {
        return words;
    }

    /** Shortest time that it lasts. */
    int atLeastMillis() {
        return span.atLeastMillis;
    }

    /** Longest time that it lasts. */
    int atMostMillis() {
        return span.atMostMillis;
    }

    /** Whether Redis may forget something that it had acknowledged. */
    boolean losesMemory() {
        return memoryLost;
    }
}
