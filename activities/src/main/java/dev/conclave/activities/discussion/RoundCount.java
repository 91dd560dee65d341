package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts a round over its ledger: convergence, options, questions; docs/discussion.md, sections 5
 * and 6. Pure.
 *
 * @param solutions the best three, best first
 * @param others the rest, best first
 * @param rationale the reason for the recommendation in both languages
 * @param alpha Krippendorff's alpha over all votes; null if fewer than three entries have two votes
 * @param leftOut errors in the moderation, one sentence each
 */
public record RoundCount(
    Ledger ledger,
    List<Solution> solutions,
    List<Solution> others,
    List<Ledger.Question> questions,
    Convergence convergence,
    LocalizedText rationale,
    boolean notCrossVerified,
    @Nullable Double alpha,
    List<String> leftOut) {
  private static final int NAMED = 20;
  private static final int NAME = 120;

  /** Minimum entries with two or more votes for a meaningful agreement. */
  private static final int RATED_AT_LEAST = 3;

  /** With more disagreements than this, the user is asked. */
  private static final int MAX_DISAGREEMENTS = 3;

  private record Basis(
      Optional<Double> feasibility,
      boolean newInsight,
      boolean notCrossVerified,
      int roundsLeft,
      List<String> voters,
      boolean oneRound) {}

  RoundCount with(List<Solution> options) {
    int shown = Math.min(Options.SHOWN, options.size());
    return new RoundCount(
        ledger,
        options.subList(0, shown),
        options.subList(shown, options.size()),
        questions,
        convergence,
        rationale,
        notCrossVerified,
        alpha,
        leftOut);
  }

  public List<Solution> allSolutions() {
    return Stream.concat(solutions.stream(), others.stream()).toList();
  }

  /** Returns the other options' names, each with the reason why it is not among the best. */
  public List<String> alsoConsidered() {
    return others.stream()
        .limit(NAMED)
        .map(
            one ->
                Cut.shorten(one.name(), NAME)
                    + " ("
                    + Options.whyRankedLower(one, solutions.get(0))
                    + ")")
        .toList();
  }

  /**
   * Counts a round.
   *
   * @param entered the ledger with the round's replies
   * @param moderation null without a moderator
   */
  public static RoundCount of(
      CountRequest request,
      Ledger entered,
      @Nullable Moderation moderation,
      Collection<Analysis> analyses,
      List<String> voters) {
    LedgerDraft draft = new LedgerDraft(entered);
    // In serial mode the first agents could not know who would follow.
    draft.points.values().stream()
        .filter(point -> point.round == request.round())
        .forEach(point -> point.voters = voters);
    ModerationRules rules = new ModerationRules(draft, request.round(), voters);
    List<String> leftOut = List.of();
    boolean unmoderated = request.moderationNeeded() && moderation == null;
    if (moderation != null) {
      leftOut = rules.apply(moderation, request.answers());
    } else {
      if (unmoderated) {
        rules.applyWithoutModel();
      } else {
        rules.settle();
      }
      rules.askWithoutModel(analyses);
    }
    VoteCount count = new VoteCount(draft, request.answers(), voters);
    count.count();
    if (!request.firstOfDirection()) {
      count.findWhichWay(request.round());
    }
    Ledger ledger = draft.ledger();
    List<Solution> solutions = Options.of(ledger, analyses);
    if (!ledger.hasDecidedApproach() && !sameFirst(ledger, voters)) {
      askOfEffort(draft, solutions);
    }
    Basis basis =
        new Basis(
            Options.feasibility(analyses.stream()),
            request.firstOfDirection()
                || newInsight(ledger, request.round(), request.feedback().isPresent()),
            voters.size() < 2 || unmoderated,
            request.roundsLeft(),
            voters,
            request.maxRounds() == 1 && request.round() == 1);
    RoundCount all = measured(draft.ledger(), count, basis, solutions, List.of(), leftOut);
    return all.with(all.solutions);
  }

  /** Recounts a round after the user has answered questions; statements are unchanged. */
  static RoundCount recount(SynthesisRecord before, RecountRequest request) {
    RoundCount known = before.count();
    LedgerDraft draft = new LedgerDraft(known.ledger);
    VoteCount count = new VoteCount(draft, request.answers(), before.voters());
    count.count();
    Basis basis =
        new Basis(
            known.convergence.meanFeasibility(),
            known.convergence.newInsights(),
            known.notCrossVerified,
            request.roundsLeft(),
            before.voters(),
            request.maxRounds() == 1 && before.round() == 1);
    Ledger ledger = draft.ledger();
    List<Solution> solutions = Options.stillOpen(ledger, known.solutions);
    List<Solution> others = Options.stillOpen(ledger, known.others);
    return measured(ledger, count, basis, solutions, others, known.leftOut);
  }

  /** Asks if the two best options differ by two levels of effort and the voters have not chosen. */
  private static void askOfEffort(LedgerDraft draft, List<Solution> solutions) {
    List<Solution> best =
        solutions.stream().limit(2).sorted(Comparator.comparing(Solution::effort)).toList();
    if (best.size() == 2
        && best.get(0).effort() == Level.LOW
        && best.get(1).effort() == Level.HIGH
        && draft.questions.values().stream().noneMatch(one -> VoteCount.isOfEffort(one))) {
      draft.newQuestion(
          new LocalizedText(
              "Which matters more, low effort or a thorough solution?", "省力与彻底，哪个更重要？"),
          List.of(
              LocalizedText.of("low effort: " + best.get(0).name()),
              LocalizedText.of(best.get(1).name())),
          Optional.empty(),
          List.of(),
          VoteCount.EFFORT);
    }
  }

  private static RoundCount measured(
      Ledger ledger,
      VoteCount count,
      Basis basis,
      List<Solution> solutions,
      List<Solution> others,
      List<String> leftOut) {
    int agreed = count.agreed();
    int disagreements = count.disagreements();
    double ratio = agreed / (agreed + disagreements + 1.0);
    double score =
        Math.min(
            1.0,
            Convergence.AGREEMENT_SHARE * ratio
                + Convergence.FEASIBILITY_SHARE * basis.feasibility.orElse(0.0)
                + (basis.newInsight ? 0 : Convergence.NO_NEW_INSIGHT));
    boolean codeOpen =
        basis.roundsLeft > 0
            && ledger.conflicts().stream()
                .anyMatch(one -> one.open() && one.settledBy() == SettledBy.CODE);
    Recommendation recommendation =
        score >= Convergence.CONVERGED_FROM
                && disagreements <= MAX_DISAGREEMENTS
                && !codeOpen
                && !basis.notCrossVerified
                && (ledger.hasDecidedApproach() || sameFirst(ledger, basis.voters))
            ? Recommendation.CONVERGED
            : count.unresolvable(basis.roundsLeft) > MAX_DISAGREEMENTS
                    || onlyForHuman(ledger, basis.roundsLeft)
                ? Recommendation.USER_INPUT_NEEDED
                : Recommendation.CONTINUE;
    LocalizedText rationale = rationale(ledger, count, basis, score, recommendation);
    return new RoundCount(
        ledger,
        decidedFirst(ledger, solutions),
        others,
        count.questions(),
        new Convergence(
            score,
            ratio,
            basis.feasibility,
            basis.newInsight,
            recommendation,
            rationale.en(),
            placesThere(ledger)),
        rationale,
        basis.notCrossVerified,
        alpha(count.choices()),
        leftOut);
  }

  /** Moves the option that the user chose in a which-way conflict to the front. */
  private static List<Solution> decidedFirst(Ledger ledger, List<Solution> solutions) {
    String way = ledger.decidedApproach().orElse("");
    return solutions.stream()
        .sorted(Comparator.comparing(option -> !option.entry().equals(way)))
        .toList();
  }

  /** Returns whether a round brought something new; answers to the user alone do not count. */
  private static boolean newInsight(Ledger ledger, int round, boolean answers) {
    Predicate<Ledger.Statement> isNew = said -> said.round() == round;
    return ledger.approaches().stream()
            .anyMatch(one -> ledger.statementsOf(one.members()).allMatch(isNew))
        || ledger.conflicts().stream().anyMatch(one -> one.round() == round)
        || ledger.points().stream()
            .filter(point -> !answers && point.changes() == Ledger.Point.Changes.CHOICE)
            .flatMap(point -> ledger.statementsOf(point.members()).filter(isNew))
            .anyMatch(said -> LedgerDraft.anyVerified(said.places()));
  }

  /**
   * Returns whether more than half of the voters rank the same approach first; a single one needs
   * no rank.
   */
  private static boolean sameFirst(Ledger ledger, List<String> voters) {
    List<String> firsts =
        ledger.rankings().stream()
            .filter(ranking -> voters.contains(ranking.agent()))
            .map(ranking -> ranking.approaches().get(0))
            .toList();
    return (ledger.approaches().size() == 1 && ledger.approaches().get(0).whole())
        || firsts.stream().anyMatch(one -> 2 * Collections.frequency(firsts, one) > voters.size());
  }

  private static boolean onlyForHuman(Ledger ledger, int roundsLeft) {
    List<Ledger.Conflict> open = ledger.conflicts().stream().filter(Ledger.Conflict::open).toList();
    return !open.isEmpty()
        && open.stream()
            .allMatch(
                one ->
                    (one.settledBy() == SettledBy.HUMAN || one.ballots() >= Ledger.BALLOTS)
                        && (one.ballots() > 0 || roundsLeft == 0));
  }

  private static double placesThere(Ledger ledger) {
    List<CheckedLocation> cited =
        ledger.statements().stream().flatMap(said -> said.places().stream()).distinct().toList();
    return cited.stream()
        .mapToInt(place -> place.verdict() == Evidence.THERE ? 1 : 0)
        .average()
        .orElse(0);
  }

  private static LocalizedText rationale(
      Ledger ledger, VoteCount count, Basis basis, double score, Recommendation recommendation) {
    int disagreements = count.disagreements();
    long unvoted =
        ledger.conflicts().stream().filter(one -> one.open() && one.ballots() == 0).count();
    long put =
        ledger.points(PointState.PUT_TOGETHER).stream()
            .filter(point -> point.kind() != Ledger.Point.PointKind.NOTE)
            .count();
    LocalizedText outcome =
        basis.oneRound
            ? new LocalizedText("one round, as requested", "按要求只进行一轮")
            : switch (recommendation) {
              case CONVERGED -> new LocalizedText("the agents have converged", "各方已收敛");
              case USER_INPUT_NEEDED ->
                  new LocalizedText("open points need your decision", "其余问题需要由你决定");
              case CONTINUE -> new LocalizedText("the agents have not converged", "各方尚未收敛");
            };
    String en =
        "%s (threshold %s), from %s%s, %s%s, %s and %s%s: %s."
            .formatted(
                decimals(score),
                decimals(Convergence.CONVERGED_FROM),
                Words.counted(count.agreed(), "agreed point"),
                put == 0 ? "" : " (" + put + " more grouped by the moderator, unconfirmed)",
                disagreements == 0
                    ? "no disagreement"
                    : Words.counted(disagreements, "disagreement"),
                unvoted == 0
                    ? ""
                    : " so far (" + Words.counted(unvoted, "conflict") + " not voted on yet)",
                basis
                    .feasibility
                    .map(mean -> "feasibility " + decimals(mean))
                    .orElse("no feasibility given"),
                basis.newInsight ? "new insights" : "no new insight",
                basis.notCrossVerified ? ", not cross-verified" : "",
                outcome.en());
    String zh =
        "得分 %s（阈值 %s）：%d 处一致%s，%d 处分歧%s，%s，%s%s：%s。"
            .formatted(
                decimals(score),
                decimals(Convergence.CONVERGED_FROM),
                count.agreed(),
                put == 0 ? "" : "（另有 %d 处由主持人归纳，尚未确认）".formatted(put),
                disagreements,
                unvoted == 0 ? "" : "（另有 %d 处冲突尚未表决）".formatted(unvoted),
                basis.feasibility.map(mean -> "可行性 " + decimals(mean)).orElse("可行性未说明"),
                basis.newInsight ? "有新发现" : "无新发现",
                basis.notCrossVerified ? "，未交叉验证" : "",
                outcome.zh());
    return new LocalizedText(en, zh);
  }

  private static String decimals(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  /** Computes Krippendorff's alpha for nominal data: 1 − observed / expected disagreement. */
  static @Nullable Double alpha(List<List<String>> units) {
    List<List<String>> pairable = units.stream().filter(unit -> unit.size() > 1).toList();
    List<String> all = pairable.stream().flatMap(List::stream).toList();
    if (pairable.size() < RATED_AT_LEAST) {
      return null;
    }
    double observed =
        pairable.stream().mapToDouble(unit -> differing(unit) / (unit.size() - 1.0)).sum();
    double expected = differing(all) / (all.size() - 1.0);
    return expected == 0 ? 1.0 : 1 - observed / expected;
  }

  private static double differing(List<String> values) {
    return values.stream()
        .mapToDouble(value -> values.size() - Collections.frequency(values, value))
        .sum();
  }
}
