package io.quotaledger.gatewayfilter.metering;

/**
 * Splits a stream of server-sent events, byte by byte, by the rules of the HTML standard: lines end with CR, LF or both; a byte order mark
 * may come first; the data lines of an event are joined by a line feed; other fields and comments are left out. Keeps no bytes.
 */
final class SseLines {
    private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** Takes the bytes of an event's data. */
    interface DataSink {
        void accept(byte b);
    }

    private enum Part {
        NAME,
        FIRST_OF_VALUE,
        VALUE,
        OTHER
    }

    private final DataSink data;
    private final Runnable eventEnd;
    private Part part = Part.NAME;
    private int nameLength;
    private boolean lineEmpty = true;
    private boolean afterReturn;
    private boolean hasData;
    private int markLength;
    private boolean comment;
    private long payloadBytes;

    /**
     * Sends what it finds to the given places.
     *
     * @param eventEnd called after the data of each event that has data
     */
    SseLines(DataSink data, Runnable eventEnd) {
        this.data = data;
        this.eventEnd = eventEnd;
    }

    /** Takes the next byte. */
    void accept(byte b) {
        if (markLength < BYTE_ORDER_MARK.length && b == BYTE_ORDER_MARK[markLength]) {
            markLength++;
            return;
        }
        markLength = BYTE_ORDER_MARK.length;
        boolean lineFeedOfReturn = afterReturn && b == '\n';
        afterReturn = b == '\r';
        if (lineFeedOfReturn) {
            return;
        }
        if (b == '\r' || b == '\n') {
            endLine();
        } else {
            comment = lineEmpty ? b == ':' : comment;
            payloadBytes += comment ? 0 : 1;
            lineEmpty = false;
            acceptInLine(b);
        }
    }

    /** The stream is over; an event without its empty line counts as well. */
    void end() {
        endEvent();
    }

    /** Bytes in lines that are no comments. */
    long payloadBytes() {
        return payloadBytes;
    }

    private void acceptInLine(byte b) {
        switch (part) {
            case NAME -> acceptName(b);
            case FIRST_OF_VALUE -> {
                part = Part.VALUE;
                if (b != ' ') {
                    data.accept(b);
                }
            }
            case VALUE -> data.accept(b);
            case OTHER -> {}
        }
    }

    private void acceptName(byte b) {
        if (b != DATA[nameLength]) {
            part = Part.OTHER;
        } else if (++nameLength == DATA.length) {
            part = Part.FIRST_OF_VALUE;
            if (hasData) {
                data.accept((byte) '\n');
            }
            hasData = true;
        }
    }

    private void endLine() {
        if (lineEmpty) {
            endEvent();
        }
        part = Part.NAME;
        nameLength = 0;
        lineEmpty = true;
    }

    private void endEvent() {
        if (hasData) {
            hasData = false;
            eventEnd.run();
        }
    }
}
