package io.quotaledger.streamstopology;

import io.quotaledger.schemas.Topic;

/** Names of the topology's operators. */
final class Operators {
    static final String READ_EVENTS = "read-events";
    static final String FOLD_EVENTS = "fold-events";

    private Operators() {}

    /** Name of the sink that writes to a topic. */
    static String writeTo(Topic topic) {
        return "write-" + topic.topicName().substring("quota-".length());
    }
}
