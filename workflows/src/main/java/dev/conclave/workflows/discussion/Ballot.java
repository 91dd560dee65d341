package dev.conclave.workflows.discussion;

import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import java.util.List;
import java.util.Optional;

/**
 * An analyst's votes on the ledger, with its ids; docs/discussion.md, section 2. Evidence is a
 * location ({@code path:line}) or a command with its output ({@code run: …}).
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
  /** The ballot of an analyst that was shown a ledger but did not vote. */
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

  /** A change to an approach, or to one member's variant of it. */
  public record ProposedRevision(String id, Optional<String> member, String changes) {}

  /** Withdraws one of the analyst's own statements. */
  public record Withdrawal(String statement, String why) {}
}
