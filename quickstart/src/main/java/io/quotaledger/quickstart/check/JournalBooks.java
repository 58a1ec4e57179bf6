package io.quotaledger.quickstart.check;

import io.quotaledger.schemas.avro.Balance;
import io.quotaledger.schemas.avro.Bucket;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;

/** The journal as an auditor reads it: numbered without gaps, each entry with the hash of the one before, each account carried on. */
final class JournalBooks {
    private static final Head BEGIN = new Head(0, new Sha256(new byte[32]));

    private record Head(long number, Sha256 hash) {}

    private final SpecificDatumWriter<JournalEntry> writer = new SpecificDatumWriter<>(JournalEntry.class);
    private final Map<String, Head> heads = new HashMap<>();
    private final Map<Account, Map<Bucket, Long>> buckets = new HashMap<>();
    private final List<Mismatch> faults = new ArrayList<>();

    synchronized void add(JournalEntry entry) {
        var head = heads.getOrDefault(entry.getTenantId(), BEGIN);
        var subject = entry.getTenantId() + " journal entry " + entry.getNumber();
        if (entry.getNumber() != head.number() + 1) {
            faults.add(new Mismatch(subject, "follows number " + head.number()));
        }
        if (!entry.getPreviousHash().equals(head.hash())) {
            faults.add(new Mismatch(subject, "does not carry the hash of the entry before"));
        }
        heads.put(entry.getTenantId(), new Head(entry.getNumber(), hash(entry)));
        for (var movement : entry.getMovements()) {
            var account = Account.of(entry.getTenantId(), movement.getAccount());
            var sums = buckets.computeIfAbsent(account, unused -> new EnumMap<>(Bucket.class));
            movement.getPostings().forEach(posting -> {
                sums.merge(posting.getFrom(), -posting.getAmount(), Long::sum);
                sums.merge(posting.getTo(), posting.getAmount(), Long::sum);
            });
            if (!isAfter(sums, movement.getAfter())) {
                faults.add(new Mismatch(
                        subject,
                        account + " is " + movement.getAfter() + " by it, " + sums + " by all postings until then"));
            }
        }
    }

    /** Whatever an auditor would object to. */
    synchronized List<Mismatch> faults() {
        return List.copyOf(faults);
    }

    /** What came in by grants and overage stands on the other side. */
    private static boolean isAfter(Map<Bucket, Long> sums, Balance after) {
        return sums.getOrDefault(Bucket.ISSUED, 0L) == -after.getIssued()
                && sums.getOrDefault(Bucket.OVERAGE, 0L) == -after.getOverage()
                && sums.getOrDefault(Bucket.AVAILABLE, 0L) == after.getAvailable()
                && sums.getOrDefault(Bucket.RESERVED, 0L) == after.getReserved()
                && sums.getOrDefault(Bucket.CONSUMED, 0L) == after.getConsumed()
                && sums.getOrDefault(Bucket.EXPIRED, 0L) == after.getExpired();
    }

    private Sha256 hash(JournalEntry entry) {
        try {
            var bytes = new ByteArrayOutputStream();
            var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            writer.write(entry, encoder);
            encoder.flush();
            return new Sha256(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
