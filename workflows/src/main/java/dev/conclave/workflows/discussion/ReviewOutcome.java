package dev.conclave.workflows.discussion;

import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What the reviewers of a change have come to; docs/review.md.
 *
 * @param findings the gravest first, those that count before the others
 * @param criteria what the change was to achieve, in the order it was asked for
 * @param reviewers who reviewed, in alphabetical order
 * @param voted whether reviewers voted on what others found; with one reviewer or one round nobody
 *     could
 */
@RecordBuilder
public record ReviewOutcome(
    List<Judged> findings, List<Criterion> criteria, List<String> reviewers, boolean voted)
    implements ReviewOutcomeBuilder.With {

  /** What the votes make of a finding. */
  public enum Standing {
    /** It is placed and not refuted, and two agree, or nobody else could vote. */
    COUNTS,
    /** One reviewer reports it, and another one disagrees. */
    DISPUTED,
    /** One reviewer reports it, and no other one has confirmed it. */
    UNCONFIRMED,
    /** Its file is not part of the change. */
    UNPLACED,
    /** Its author took it back, or the others refuted it. */
    REFUTED
  }

  /** One reviewer's word on a finding or a criterion. */
  public record Judgement(String agent, Choice choice, List<String> evidence, String note) {
    /** Whether it brings what was run, which settles more than reading. */
    public boolean ran() {
      return evidence.stream().anyMatch(one -> one.startsWith(RUN));
    }

    /** What the evidence begins with that was run. */
    public static final String RUN = "run: ";
  }

  /**
   * A finding with what the reviewers say of it.
   *
   * @param id of its point in the ledger
   * @param severity the median of what its reporters say, a tie upward
   * @param finding in the words of one of them
   * @param by who reports it or agrees
   * @param votes of those who were asked
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

    /** Who disagrees. */
    public List<Judgement> against() {
      return votes.stream().filter(vote -> vote.choice() == Choice.DISAGREE).toList();
    }
  }

  /** What a change was to achieve, and whether it does. */
  public record Criterion(String id, String text, Verdict verdict, List<Judgement> votes) {
    /** Whether it does: what reviewers agree to, disagree with, or cannot tell. */
    public enum Verdict {
      MET,
      UNMET,
      UNCLEAR
    }
  }

  /** The findings that count and are at least that grave. */
  public List<Judged> counting(Severity from) {
    return findings.stream().filter(one -> one.counts() && one.severity().atLeast(from)).toList();
  }

  /** The gravest severity among what counts; empty when nothing does. */
  public Optional<Severity> worst() {
    return findings.stream().filter(Judged::counts).map(Judged::severity).sorted().findFirst();
  }
}
