package io.quotaledger.quickstart.check;

/**
 * Something that is not as it must be.
 *
 * @param subject account, reservation or caller that it is about
 * @param detail what differs, with the figures
 */
public record Mismatch(String subject, String detail) {
    @Override
    public String toString() {
        return subject + ": " + detail;
    }
}
