package io.quotaledger.streamstopology.records;

/** Enums of the contract and of the ledger: the same symbols but for the contract's UNKNOWN. */
public final class Symbols {
    private Symbols() {}

    /**
     * The symbol of the same name.
     *
     * @throws IllegalArgumentException if there is none: it is UNKNOWN, or newer than this reader
     */
    public static <T extends Enum<T>> T same(Class<T> type, Enum<?> symbol) {
        try {
            return Enum.valueOf(type, symbol.name());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no " + type.getSimpleName() + " is meant by " + symbol.name(), e);
        }
    }
}
