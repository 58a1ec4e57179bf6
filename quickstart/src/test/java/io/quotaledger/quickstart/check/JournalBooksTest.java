package io.quotaledger.quickstart.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.AccountMovement;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Balance;
import io.quotaledger.schemas.avro.Bucket;
import io.quotaledger.schemas.avro.EntryKind;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Posting;
import io.quotaledger.schemas.avro.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JournalBooksTest {
    private static final AccountRef WALLET = new AccountRef(Level.ORG, "-", "usd", "-");
    private static final Sha256 BEGIN = new Sha256(new byte[32]);

    private final JournalBooks books = new JournalBooks();
    private final JournalEntry grant =
            entry(1, BEGIN, null, new Posting(Bucket.ISSUED, Bucket.AVAILABLE, 100L), balance(100, 0));

    @Test
    void shouldFindNothingWrongWhenEntriesFollowOneAnother() throws Exception {
        books.add(grant);
        books.add(hold(2, sha256(grant), balance(70, 30)));

        assertThat(books.faults()).isEmpty();
    }

    @Test
    void shouldFindAMissingEntry() throws Exception {
        books.add(grant);
        books.add(hold(3, sha256(grant), balance(70, 30)));

        assertThat(books.faults()).singleElement().asString().contains("journal entry 3: follows number 1");
    }

    @Test
    void shouldFindAnEntryThatWasChangedAfterwards() throws Exception {
        books.add(grant);
        books.add(hold(2, BEGIN, balance(70, 30)));

        assertThat(books.faults()).singleElement().asString().contains("hash");
    }

    @Test
    void shouldFindABalanceThatIsNotTheSumOfItsPostings() throws Exception {
        books.add(grant);
        books.add(hold(2, sha256(grant), balance(71, 29)));

        assertThat(books.faults()).singleElement().asString().contains("acme org - usd -");
    }

    private static JournalEntry hold(long number, Sha256 previous, Balance after) {
        return entry(number, previous, "r1", new Posting(Bucket.AVAILABLE, Bucket.RESERVED, 30L), after);
    }

    private static JournalEntry entry(
            long number, Sha256 previous, @Nullable String reservationId, Posting posting, Balance after) {
        return JournalEntry.newBuilder()
                .setTenantId("acme")
                .setNumber(number)
                .setTime(Instant.EPOCH)
                .setEventId("e" + number)
                .setKind(reservationId == null ? EntryKind.GRANTED : EntryKind.PREPAID)
                .setReservationId(reservationId)
                .setMovements(List.of(new AccountMovement(WALLET, List.of(posting), after)))
                .setPreviousHash(previous)
                .build();
    }

    private static Balance balance(long available, long reserved) {
        return new Balance(available + reserved, 0L, available, reserved, 0L, 0L, 0L);
    }

    private static Sha256 sha256(JournalEntry entry) throws IOException, NoSuchAlgorithmException {
        var bytes = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new SpecificDatumWriter<>(JournalEntry.class).write(entry, encoder);
        encoder.flush();
        return new Sha256(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
    }
}
