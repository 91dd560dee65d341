package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion.Verdict;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Judgement;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges a reviewed change by the votes of a ledger; docs/review.md. Pure. */
final class ReviewRules {
  private final Ledger ledger;
  private final boolean voted;
  private final Collection<String> writers;

  private ReviewRules(Ledger ledger, boolean voted, Collection<String> writers) {
    this.ledger = ledger;
    this.voted = voted;
    this.writers = writers;
  }

  /**
   * Returns the outcome according to the current ledger.
   *
   * @param voters of the last round
   * @param writers agents that wrote the change: their disagreement alone refutes nothing
   */
  static ReviewOutcome outcome(
      Ledger ledger, Collection<String> voters, int maxRounds, Collection<String> writers) {
    Set<String> reviewers = new TreeSet<>(voters);
    ledger.statements().stream()
        .filter(Statement::counts)
        .forEach(said -> reviewers.add(said.agent()));
    ledger.points().forEach(point -> point.votes().forEach(vote -> reviewers.add(vote.agent())));
    boolean voted = maxRounds > 1 && reviewers.size() > 1;
    ReviewRules rules = new ReviewRules(ledger, voted, writers);
    // A moderator may split a finding into several points: it is reported once, for the best one.
    Set<Finding> reported = new HashSet<>();
    return new ReviewOutcome(
        ledger.points().stream()
            .filter(point -> ledger.severity(point).isPresent())
            .map(rules::judged)
            .sorted(
                Comparator.comparing(Judged::standing)
                    .thenComparing(Judged::severity)
                    .thenComparing(one -> one.finding().file())
                    .thenComparing(one -> one.finding().line())
                    .thenComparing(Judged::id))
            .filter(one -> reported.add(one.finding()))
            .toList(),
        ledger.points().stream()
            .filter(point -> point.kind() == Point.PointKind.CRITERION)
            .map(rules::criterion)
            .toList(),
        List.copyOf(reviewers),
        voted);
  }

  private Judged judged(Point point) {
    Severity severity = ledger.severity(point).orElseThrow();
    List<Statement> said =
        ledger.statementsOf(point.members()).filter(one -> one.finding() != null).toList();
    Finding finding =
        said.stream()
            .flatMap(one -> Stream.ofNullable(one.finding()))
            .min(
                Comparator.comparing((Finding one) -> !one.placed())
                    .thenComparing(one -> one.severity() != severity))
            .orElseThrow();
    Set<String> agree = agree(point);
    Set<String> by = new TreeSet<>(agree);
    said.stream()
        .filter(one -> !one.withdrawn() && !votes(point, Choice.DISAGREE).contains(one.agent()))
        .forEach(one -> by.add(one.agent()));
    return new Judged(
        point.id(),
        standing(point, finding.placed(), agree, by),
        severity,
        finding,
        List.copyOf(by),
        judgements(point));
  }

  private Standing standing(Point point, boolean placed, Set<String> agree, Set<String> by) {
    if (by.isEmpty() || isRefuted(point, by)) {
      return Standing.REFUTED;
    }
    if (!placed) {
      return Standing.UNPLACED;
    }
    if (agree.size() > 1 || !voted) {
      return Standing.COUNTS;
    }
    return votes(point, Choice.DISAGREE).isEmpty() ? Standing.UNCONFIRMED : Standing.DISPUTED;
  }

  /**
   * Returns whether a point is refuted: at least two thirds of its voters are against it, or at
   * least half, and only these have run something. A vote against it counts only with evidence.
   */
  private boolean isRefuted(Point point, Set<String> by) {
    Set<String> against = votes(point, Choice.DISAGREE);
    against.removeAll(writers);
    int all = by.size() + against.size();
    return !against.isEmpty()
        && (3 * against.size() >= 2 * all
            || (against.size() >= by.size() && ran(point, against) && !hasRun(point, by)));
  }

  private boolean hasRun(Point point, Set<String> by) {
    return ran(point, by)
        || ledger
            .statementsOf(point.members())
            .flatMap(one -> Stream.ofNullable(one.finding()))
            .flatMap(finding -> finding.evidence().stream())
            .anyMatch(LedgerRules::isRun);
  }

  private static boolean ran(Point point, Set<String> agents) {
    return point.votes().stream()
        .anyMatch(vote -> agents.contains(vote.agent()) && !vote.runs().isEmpty());
  }

  /**
   * Returns the agents that agree, by a vote or by their own statement. A statement that a
   * moderator moved counts only if its author confirmed that.
   */
  private Set<String> agree(Point point) {
    Set<String> agree = votes(point, Choice.AGREE);
    ledger
        .statementsOf(point.confirmed())
        .filter(one -> one.counts() && !one.withdrawn())
        .map(Statement::agent)
        .filter(agent -> point.votes().stream().noneMatch(vote -> vote.agent().equals(agent)))
        .forEach(agree::add);
    return agree;
  }

  private static Set<String> votes(Point point, Choice choice) {
    return point.votes().stream()
        .filter(vote -> vote.choice() == choice)
        .map(Ledger.Vote::agent)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Criterion criterion(Point point) {
    Set<String> met = votes(point, Choice.AGREE);
    Set<String> unmet = votes(point, Choice.DISAGREE);
    // The authors of the change cannot confirm it.
    met.removeAll(writers);
    Verdict verdict =
        !unmet.isEmpty() && unmet.size() >= met.size()
            ? Verdict.UNMET
            : met.isEmpty() ? Verdict.UNCLEAR : Verdict.MET;
    return new Criterion(point.id(), point.sentence().en(), verdict, judgements(point));
  }

  private static List<Judgement> judgements(Point point) {
    return point.votes().stream()
        .sorted(Comparator.comparing(Ledger.Vote::agent))
        .map(
            vote ->
                new Judgement(
                    vote.agent(),
                    vote.choice(),
                    Stream.concat(
                            vote.runs().stream().map(run -> Judgement.RUN + run),
                            vote.evidence().stream().map(ReviewRules::place))
                        .toList(),
                    vote.note()))
        .toList();
  }

  private static String place(CheckedLocation place) {
    String missing = place.verdict() == Evidence.MISSING ? " (does not exist)" : "";
    return place.file() + ":" + place.line() + missing;
  }
}
