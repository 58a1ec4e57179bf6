package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An account while one event is booked on it: collects the postings, then gives the account after them. */
final class AccountDraft {
    private final Account before;
    private final boolean isNew;
    private final List<Posting> postings = new ArrayList<>();
    private Balance balance;
    private boolean uncapped;
    private StoreLife life;
    private long openHolds;
    private LiveGrants grants;
    private final List<StoreInstruction> instructions = new ArrayList<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final List<Alert> alerts = new ArrayList<>();
    private boolean isReseeded;
    private StoreDelta appliedByRedis = StoreDelta.NONE;

    /** Goes on with an account, or begins with an empty one. */
    AccountDraft(Account before, boolean isNew) {
        this.before = before;
        this.isNew = isNew;
        this.balance = before.balance();
        this.uncapped = before.uncapped();
        this.life = before.life();
        this.openHolds = before.openHolds();
        this.grants = before.grants();
    }

    AccountId id() {
        return before.id();
    }

    Balance balance() {
        return balance;
    }

    StoreLife life() {
        return life;
    }

    /** What Redis should come to. */
    StoreFigures figures() {
        return StoreFigures.of(balance, uncapped);
    }

    boolean isUncapped() {
        return uncapped;
    }

    List<Posting> postings() {
        return postings;
    }

    /** A prepay's hold. */
    void hold(long amount) {
        move(Bucket.AVAILABLE, Bucket.RESERVED, amount);
        openHolds += amount > 0 ? 1 : 0;
    }

    /** The end of a hold (0 if there was none) at the consumed amount; the rest returns. */
    void close(long held, long consumed) {
        var covered = Math.min(held, consumed);
        move(Bucket.RESERVED, Bucket.CONSUMED, covered);
        move(Bucket.RESERVED, Bucket.AVAILABLE, held - covered);
        move(Bucket.AVAILABLE, Bucket.CONSUMED, consumed - covered);
        openHolds -= held > 0 ? 1 : 0;
        grants = grants.burn(consumed);
        expireLapsed();
    }

    /** The end of a hold at zero, asked for by the gateway. */
    void refund(long held) {
        close(held, 0);
        balance = balance.withRefund(held);
    }

    /** Funding of a wallet; what was consumed beyond the earlier grants is paid from it first. */
    void fund(LiveGrant grant) {
        var debt = Math.max(0, balance.consumed() - balance.granted());
        move(Bucket.ISSUED, Bucket.AVAILABLE, grant.remaining());
        if (debt < grant.remaining()) {
            grants = grants.with(grant.withRemaining(grant.remaining() - debt));
        }
    }

    /** The end of a grant: what is left of it expires, what open reservations hold of it when they give it back. */
    void lapse(String grantId) {
        grants = grants.lapse(grantId);
        expireLapsed();
    }

    /** A budget's funding becomes the limit; null: counted, not checked. */
    void limit(@Nullable Long limit) {
        var delta = (limit == null ? 0 : limit) - balance.issued();
        move(Bucket.ISSUED, Bucket.AVAILABLE, Math.max(0, delta));
        move(Bucket.AVAILABLE, Bucket.ISSUED, Math.max(0, -delta));
        uncapped = limit == null;
    }

    /** What a script did to the account in Redis, if that is part of its current life. */
    void appliedByRedis(StoreDelta delta, @Nullable StoreStamp stamp) {
        if (stamp != null && life.counts(stamp)) {
            appliedByRedis = appliedByRedis.plus(delta);
            life = life.executed(stamp.generation(), delta);
        }
    }

    /** A new life in Redis, with the figures after this event: to be asked for after the last posting. */
    void reseed(long sawEpoch, Instant at, InstructionReason reason) {
        life = life.reseeded(sawEpoch, figures(), at);
        isReseeded = true;
        instructions.clear();
        instructions.add(new StoreInstruction.Seed(id(), life.epoch(), before.endsAt(), reason, figures()));
    }

    /** The life ends, and Redis is told nothing more until the account is seeded again. */
    void end(Checkpoint last, Instant at) {
        life = life.ended(last, at);
    }

    /** An update of the current life. */
    void correct(StoreDelta delta, @Nullable Boolean newUncapped, InstructionReason reason) {
        life = life.nextUpdate();
        instructions.add(new StoreInstruction.Update(
                id(), life.epoch(), before.endsAt(), reason, life.updateNumber(), delta, newUncapped));
    }

    /** A checkpoint of the current life has come, and waits to be judged. */
    void arrived(Checkpoint checkpoint, Instant appendTime) {
        life = life.arrived(checkpoint, appendTime);
    }

    /** The first waiting checkpoint is judged. */
    void judged() {
        life = life.judged();
    }

    /** The first waiting checkpoint proves that the life is over. */
    void refuted() {
        life = life.refuted();
    }

    void snapshot(Snapshot snapshot) {
        snapshots.add(snapshot);
    }

    void alert(Alert alert) {
        alerts.add(alert);
    }

    List<StoreInstruction> instructions() {
        return instructions;
    }

    List<Snapshot> snapshots() {
        return snapshots;
    }

    List<Alert> alerts() {
        return alerts;
    }

    boolean isInRange() {
        return balance.isInRange();
    }

    boolean isBalanceNew() {
        return isNew || !postings.isEmpty() || uncapped != before.uncapped();
    }

    boolean isChanged() {
        return isBalanceNew() || !life.equals(before.life()) || !grants.equals(before.grants());
    }

    /**
     * Rule 1 of design.md section 6: whatever the ledger booked and Redis did not apply, or the reverse, becomes an
     * update. To be asked once, after the last posting.
     */
    void correctRedis() {
        var delta = StoreDelta.between(before.balance(), balance).minus(appliedByRedis);
        var isCapNew = uncapped != before.uncapped();
        if (life.isSeeded() && !isReseeded && (!delta.equals(StoreDelta.NONE) || isCapNew)) {
            correct(delta, isCapNew ? uncapped : null, InstructionReason.CORRECTION);
        }
    }

    /** The account after everything. */
    Account after() {
        return new Account(before.id(), balance, uncapped, before.endsAt(), life, openHolds, grants);
    }

    private void expireLapsed() {
        var amount = Math.min(grants.lapsedRemaining(), Math.max(0, balance.available()));
        move(Bucket.AVAILABLE, Bucket.EXPIRED, amount);
        grants = amount == 0 ? grants : grants.takeLapsed(amount);
    }

    private void move(Bucket from, Bucket to, long amount) {
        if (amount != 0) {
            var posting = new Posting(from, to, amount);
            balance = balance.after(posting);
            postings.add(posting);
        }
    }
}
