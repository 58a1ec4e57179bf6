package io.quotaledger.quickstart.check;

/** What ledger and Redis both say of an account, in the meter's smallest unit. */
public record Figures(long granted, long reserved, long consumed) {
    /** granted − reserved − consumed. */
    public long available() {
        return granted - reserved - consumed;
    }

    @Override
    public String toString() {
        return "granted " + granted + ", reserved " + reserved + ", consumed " + consumed;
    }
}
