package io.quotaledger.ledgerservice.api;

/** Cursors of the journal as they stand in URLs, where the '|' of the ledger's own would have to be escaped. */
final class JournalCursor {
    private JournalCursor() {}

    static String read(String text) {
        return text.replace('.', '|');
    }

    static String write(String cursor) {
        return cursor.replace('|', '.');
    }
}
