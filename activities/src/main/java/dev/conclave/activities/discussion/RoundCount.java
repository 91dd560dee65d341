package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A round counted over its ledger: convergence, options, questions; docs/discussion.md, sections 5
 * and 6. Pure.
 *
 * @param ledger after the round, in full
 * @param solutions all options, best first
 * @param questions what the human is asked
 * @param rationale the reason of the recommendation in both languages
 * @param alpha Krippendorff's over all votes; 0 when there are too few
 * @param leftOut what was wrong with the moderation, one sentence each
 */
public record RoundCount(
    Ledger ledger,
    List<Solution> solutions,
    List<Ledger.Question> questions,
    Convergence convergence,
    Label rationale,
    boolean notCrossVerified,
    double alpha,
    List<String> leftOut) {
  private static final int NAMED = 20;
  private static final int NAME = 120;

  /** With more disagreements than this a human is asked. */
  private static final int DISAGREEMENTS_BORNE = 3;

  /** Where the question of effort against quality comes from. */
  private static final List<String> EFFORT = List.of("effort-against-quality");

  /**
   * What is counted.
   *
   * @param ledger with the replies of the round entered
   * @param moderation absent when nobody moderated
   * @param moderationNeeded whether there was something to moderate
   * @param analyses of the round
   * @param voters of the round
   * @param answers of the human in this direction
   */
  public record Round(
      int number,
      boolean firstOfDirection,
      int maxRounds,
      int roundsLeft,
      Ledger ledger,
      Optional<Moderation> moderation,
      boolean moderationNeeded,
      Collection<Analysis> analyses,
      List<String> voters,
      List<Ledger.HumanAnswer> answers) {}

  /** What the score and the recommendation rest on beside the votes. */
  private record Basis(
      Optional<Double> feasibility,
      boolean newInsight,
      boolean notCrossVerified,
      int roundsLeft,
      List<String> voters,
      boolean oneRound) {}

  /** The same with its options in other words. */
  RoundCount withSolutions(List<Solution> options) {
    return new RoundCount(
        ledger, options, questions, convergence, rationale, notCrossVerified, alpha, leftOut);
  }

  /** The options that the human is shown. */
  public List<Solution> best() {
    return solutions.subList(0, Math.min(Options.SHOWN, solutions.size()));
  }

  /** The names of the rest, each with the reason why it is not among the best. */
  List<String> alsoConsidered() {
    return solutions.stream()
        .skip(Options.SHOWN)
        .limit(NAMED)
        .map(
            one ->
                Cut.shown(one.name(), NAME) + " (" + Options.whyBehind(one, solutions.get(0)) + ")")
        .toList();
  }

  /** Counts a round. */
  public static RoundCount of(Round round) {
    LedgerDraft draft = new LedgerDraft(round.ledger);
    // In serial mode those who spoke first could not know who would follow.
    draft.points.values().stream()
        .filter(point -> point.round == round.number)
        .forEach(point -> point.voters = round.voters);
    List<String> leftOut =
        round
            .moderation
            .map(one -> ModerationRules.apply(draft, one, round.number, round.voters))
            .orElse(List.of());
    boolean unmoderated = round.moderationNeeded && round.moderation.isEmpty();
    if (unmoderated) {
      ModerationRules.applyWithoutModel(draft, round.number, round.voters);
    }
    VoteCount count = new VoteCount(draft, round.answers, round.voters);
    count.count();
    if (!round.firstOfDirection) {
      count.findWhichWay(round.number);
    }
    Ledger ledger = draft.ledger();
    List<Solution> solutions = Options.of(ledger, round.analyses);
    if (!sameFirst(ledger, round.voters)) {
      askOfEffort(draft, solutions);
    }
    Basis basis =
        new Basis(
            Options.feasibility(round.analyses.stream()),
            round.firstOfDirection || newInsight(ledger, round.number),
            round.voters.size() < 2 || unmoderated,
            round.roundsLeft,
            round.voters,
            round.maxRounds == 1);
    return measured(draft.ledger(), count, basis, solutions, leftOut);
  }

  /**
   * The same round after the human has answered questions: nobody has said anything new.
   *
   * @param before the convergence of the round
   */
  static RoundCount again(
      Ledger counted,
      Convergence before,
      List<Solution> solutions,
      boolean notCrossVerified,
      int roundsLeft,
      List<String> voters,
      List<Ledger.HumanAnswer> answers) {
    LedgerDraft draft = new LedgerDraft(counted);
    VoteCount count = new VoteCount(draft, answers, voters);
    count.count();
    Basis basis =
        new Basis(
            before.meanFeasibility(),
            before.newInsights(),
            notCrossVerified,
            roundsLeft,
            voters,
            false);
    return measured(draft.ledger(), count, basis, solutions, List.of());
  }

  /** Asks when the two best options differ by two levels, and the voters have not chosen. */
  private static void askOfEffort(LedgerDraft draft, List<Solution> solutions) {
    List<Solution> best =
        solutions.stream().limit(2).sorted(Comparator.comparing(Solution::effort)).toList();
    if (best.size() == 2
        && best.get(0).effort() == Level.LOW
        && best.get(1).effort() == Level.HIGH
        && draft.questions.values().stream().noneMatch(one -> one.from().equals(EFFORT))) {
      draft.newQuestion(
          new Label("What counts more, low effort or the thorough way?", "省力与彻底，哪个更重要？"),
          List.of(Label.of("low effort: " + best.get(0).name()), Label.of(best.get(1).name())),
          Optional.empty(),
          List.of(),
          EFFORT);
    }
  }

  private static RoundCount measured(
      Ledger ledger, VoteCount count, Basis basis, List<Solution> solutions, List<String> leftOut) {
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
                && disagreements <= DISAGREEMENTS_BORNE
                && !codeOpen
                && !basis.notCrossVerified
                && sameFirst(ledger, basis.voters)
            ? Recommendation.CONVERGED
            : count.stuck(basis.roundsLeft) > DISAGREEMENTS_BORNE
                    || onlyForHuman(ledger, basis.roundsLeft)
                ? Recommendation.USER_INPUT_NEEDED
                : Recommendation.CONTINUE;
    Label rationale = rationale(agreed, disagreements, basis, score, recommendation);
    return new RoundCount(
        ledger,
        solutions,
        count.asks(),
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

  private static boolean newInsight(Ledger ledger, int round) {
    Map<String, Ledger.Statement> statements = ledger.byId();
    Predicate<String> isNew =
        id -> Optional.ofNullable(statements.get(id)).filter(s -> s.round() == round).isPresent();
    return ledger.approaches().stream().anyMatch(one -> one.members().stream().allMatch(isNew))
        || ledger.conflicts().stream().anyMatch(one -> one.round() == round)
        || ledger.points().stream()
            .filter(point -> point.changes() == Ledger.Point.Changes.CHOICE)
            .flatMap(point -> point.members().stream().filter(isNew))
            .flatMap(id -> Stream.ofNullable(statements.get(id)))
            .anyMatch(said -> LedgerDraft.there(said.places()));
  }

  /** Whether more than half of the voters rank the same approach first; one alone needs no rank. */
  private static boolean sameFirst(Ledger ledger, List<String> voters) {
    Map<String, Integer> firsts = new HashMap<>();
    ledger.rankings().stream()
        .filter(ranking -> voters.contains(ranking.agent()))
        .forEach(ranking -> firsts.merge(ranking.approaches().get(0), 1, Integer::sum));
    return ledger.approaches().size() == 1
        || firsts.values().stream().anyMatch(count -> 2 * count > voters.size());
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

  private static Label rationale(
      int agreed, int disagreements, Basis basis, double score, Recommendation recommendation) {
    String en =
        "%s of %s from %s, %s, %s and %s%s: %s."
            .formatted(
                decimals(score),
                decimals(Convergence.CONVERGED_FROM),
                Words.counted(agreed, "agreed point"),
                disagreements == 0
                    ? "no disagreement"
                    : Words.counted(disagreements, "disagreement"),
                basis
                    .feasibility
                    .map(mean -> "feasibility " + decimals(mean))
                    .orElse("no feasibility given"),
                basis.newInsight ? "new insights" : "no new insight",
                basis.notCrossVerified ? ", not cross-verified" : "",
                basis.oneRound
                    ? "one round, as asked"
                    : switch (recommendation) {
                      case CONVERGED -> "the agents have converged";
                      case USER_INPUT_NEEDED -> "what is open is for you to decide";
                      case CONTINUE -> "the agents have not converged";
                    });
    String zh =
        "得分 %s（需 %s）：%d 处一致，%d 处分歧，%s，%s%s：%s。"
            .formatted(
                decimals(score),
                decimals(Convergence.CONVERGED_FROM),
                agreed,
                disagreements,
                basis.feasibility.map(mean -> "可行性 " + decimals(mean)).orElse("可行性未说明"),
                basis.newInsight ? "有新发现" : "无新发现",
                basis.notCrossVerified ? "，未交叉验证" : "",
                basis.oneRound
                    ? "按要求只进行一轮"
                    : switch (recommendation) {
                      case CONVERGED -> "各方已收敛";
                      case USER_INPUT_NEEDED -> "其余问题需要由你决定";
                      case CONTINUE -> "各方尚未收敛";
                    });
    return new Label(en, zh);
  }

  private static String decimals(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  /** Krippendorff's alpha for nominal data: 1 − observed / expected disagreement. */
  static double alpha(List<List<String>> units) {
    Map<String, Integer> totals = new HashMap<>();
    double observed = 0;
    int values = 0;
    for (List<String> unit : units) {
      if (unit.size() < 2) {
        continue;
      }
      values += unit.size();
      int differing = 0;
      for (String one : unit) {
        totals.merge(one, 1, Integer::sum);
        differing += (int) unit.stream().filter(other -> !other.equals(one)).count();
      }
      observed += differing / (unit.size() - 1.0);
    }
    if (values < 2) {
      return 0;
    }
    int all = values;
    double expected =
        totals.values().stream().mapToDouble(count -> count * (double) (all - count)).sum()
            / (all - 1.0);
    return expected == 0 ? 1 : 1 - observed / expected;
  }
}
