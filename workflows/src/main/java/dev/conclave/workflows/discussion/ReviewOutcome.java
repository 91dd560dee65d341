package dev.conclave.workflows.discussion;

import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a review; docs/review.md.
 *
 * @param findings those that count first, by descending severity
 * @param criteria of the change, in their original order
 * @param reviewers in alphabetical order
 * @param voted whether reviewers voted on each other's findings; not possible with one reviewer or
 *     one round
 */
@RecordBuilder
public record ReviewOutcome(
    List<Judged> findings, List<Criterion> criteria, List<String> reviewers, boolean voted)
    implements ReviewOutcomeBuilder.With {

  /** The result of the votes on a finding. */
  public enum Standing {
    /** Placed and not refuted, and two reviewers agree or nobody else could vote. */
    COUNTS,
    /** Another reviewer disagrees. */
    DISPUTED,
    /** Not confirmed by another reviewer. */
    UNCONFIRMED,
    /** Its file is not part of the change. */
    UNPLACED,
    /** Withdrawn by its author or refuted by the others. */
    REFUTED
  }

  public record Judgement(String agent, Choice choice, List<String> evidence, String note) {
    /** Whether its evidence includes a command, which weighs more than reading. */
    public boolean ran() {
      return evidence.stream().anyMatch(one -> one.startsWith(RUN));
    }

    /** Prefix of evidence that is a command. */
    public static final String RUN = "run: ";
  }

  /**
   * A finding with the reviewers' votes.
   *
   * @param id of its point in the ledger
   * @param severity the median of its reporters; a tie goes to the more severe
   * @param finding in the words of one reporter
   * @param by reviewers who report it or agree
   * @param votes of the reviewers who were asked
   */
  public record Judged(
      String id,
      Standing standing,
      Severity severity,
      Finding finding,
      List<String> by,
      List<Judgement> votes) {
    public boolean counts() {
      return standing == Standing.COUNTS;
    }

    public List<Judgement> against() {
      return votes.stream().filter(vote -> vote.choice() == Choice.DISAGREE).toList();
    }
  }

  /** A goal of the change and whether the change meets it. */
  public record Criterion(String id, String text, Verdict verdict, List<Judgement> votes) {
    /** Reviewers agree, disagree, or cannot tell. */
    public enum Verdict {
      MET,
      UNMET,
      UNCLEAR
    }
  }

  public List<Judged> counting(Severity from) {
    return findings.stream().filter(one -> one.counts() && one.severity().atLeast(from)).toList();
  }

  public Optional<Severity> worst() {
    return findings.stream().filter(Judged::counts).map(Judged::severity).sorted().findFirst();
  }
}
