package dev.conclave.workflows.discussion;

import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import java.util.List;
import java.util.Optional;

/**
 * An analyst's votes on the ledger, with its ids; docs/discussion.md, section 2. Evidence is a
 * place ({@code path:line}) or what was run ({@code run: …}).
 *
 * @param ranking ids of approaches, best first
 */
public record Ballot(
    List<PointVote> votes,
    List<ConflictVote> conflicts,
    List<String> ranking,
    List<RaisedObjection> objections,
    List<ProposedRevision> revisions,
    List<Withdrawal> withdrawn) {
  /** Of an analyst that voted on nothing of what it was shown. */
  public static final Ballot EMPTY =
      new Ballot(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  public record PointVote(String id, Choice vote, List<String> evidence, String note) {}

  /**
   * A vote on a conflict.
   *
   * @param side as in {@link Ledger.SideVote#side}
   */
  public record ConflictVote(String id, int side, List<String> evidence, String why) {}

  public record RaisedObjection(String id, String text, List<String> evidence) {}

  /** A change of an approach, or of one member's variant of it. */
  public record ProposedRevision(String id, Optional<String> member, String changes) {}

  /** A statement of its own that an analyst takes back. */
  public record Withdrawal(String statement, String why) {}
}
