package io.quotaledger.streamstopology;

import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreStamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A line of {@code scenarios/reservations.csv}, which says what the columns mean. */
record ReservationScenario(
        String name,
        String events,
        long reserved,
        long consumed,
        long refunded,
        String state,
        List<String> entries,
        List<String> corrections,
        int conflicts) {
    static final String RESERVATION = "r1";

    private static final long HELD = 100;
    private static final String NOTHING_HELD = "P0";
    private static final StoreStamp STAMP = new StoreStamp(1L, 0L);

    static Stream<ReservationScenario> all() {
        try (var file =
                Objects.requireNonNull(ReservationScenario.class.getResourceAsStream("/scenarios/reservations.csv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("#") && !line.startsWith("name;"))
                            .map(ReservationScenario::parse)
                            .toList()
                            .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ReservationScenario parse(String line) {
        var cells = line.split(";", -1);
        return new ReservationScenario(
                cells[0],
                cells[1],
                Long.parseLong(cells[2]),
                Long.parseLong(cells[3]),
                Long.parseLong(cells[4]),
                cells[5],
                words(cells[6]),
                words(cells[7]),
                Integer.parseInt(cells[8]));
    }

    private static List<String> words(String cell) {
        return Arrays.stream(cell.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Its events; the path is seeded in epoch 1. */
    List<QuotaEvent> build(Fixture fixture) {
        var built = new ArrayList<QuotaEvent>();
        var held = events.startsWith(NOTHING_HELD) ? 0 : HELD;
        for (var word : words(events)) {
            built.add(word.endsWith("=") ? built.get(built.size() - 1) : event(fixture, word, held));
        }
        return built;
    }

    private static QuotaEvent event(Fixture fixture, String word, long held) {
        var isStamped = !word.endsWith("'");
        var plain = isStamped ? word : word.substring(0, word.length() - 1);
        var stamp = isStamped ? STAMP : null;
        var amount = plain.length() > 1 ? Long.parseLong(plain.substring(1)) : 0;
        return switch (plain.charAt(0)) {
            case 'P' -> fixture.prepaid(RESERVATION, amount, stamp);
            case 'S' -> fixture.settled(RESERVATION, held, amount, stamp);
            case 'R' -> fixture.refunded(RESERVATION, held, stamp);
            case 'X' -> fixture.expired(RESERVATION);
            default -> throw new IllegalArgumentException(word);
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
