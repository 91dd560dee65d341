package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A round counted over its ledger: convergence, options, questions; docs/discussion.md, sections 5
 * and 6. Pure.
 *
 * @param ledger after the round, in full
 * @param solutions all options, best first
 * @param asks what the human is asked
 * @param rationale the reason of the recommendation in both languages
 * @param alpha Krippendorff's over all votes; 0 when there are too few
 * @param leftOut what was wrong with the moderation, one sentence each
 */
public record RoundCount(
    Ledger ledger,
    List<Solution> solutions,
    List<Question> asks,
    Convergence convergence,
    Label rationale,
    boolean notCrossVerified,
    double alpha,
    List<String> leftOut) {
  private static final int NAMED = 20;
  private static final int NAME = 120;

  /** With more disagreements than this a human is asked. */
  public static final int DISAGREEMENTS_BORNE = 3;

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
      List<HumanAnswer> answers) {}

  /** The same with its options in other words. */
  public RoundCount withSolutions(List<Solution> options) {
    return new RoundCount(
        ledger, options, asks, convergence, rationale, notCrossVerified, alpha, leftOut);
  }

  /** The options that the human is shown. */
  public List<Solution> best() {
    return solutions.subList(0, Math.min(Options.SHOWN, solutions.size()));
  }

  /** The names of the rest, each with the reason why it is not among the best. */
  public List<String> alsoConsidered() {
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
    List<String> leftOut = List.of();
    if (round.moderation.isPresent()) {
      leftOut = ModerationRules.apply(draft, round.moderation.get(), round.number, round.voters);
    } else if (round.moderationNeeded) {
      ModerationRules.applyWithoutModel(draft, round.number, round.voters);
    }
    boolean notCrossVerified =
        round.voters.size() < 2 || (round.moderationNeeded && round.moderation.isEmpty());
    VoteCount count = new VoteCount(draft, round.answers, round.voters);
    count.count();
    if (!round.firstOfDirection) {
      count.findWhichWay(round.number);
    }
    List<Solution> solutions = Options.of(draft.ledger(), round.analyses);
    if (!sameFirst(draft.ledger(), round.voters)) {
      askOfEffort(draft, solutions);
    }
    OptionalDouble mean =
        round.analyses.stream()
            .filter(one -> LedgerRules.byModel(one) && !one.fallback())
            .flatMap(one -> one.saidFeasibility().stream())
            .mapToDouble(score -> Double.isNaN(score) ? 0 : Math.max(0, Math.min(1, score)))
            .average();
    Basis basis =
        new Basis(
            mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty(),
            round.firstOfDirection || newInsight(draft.ledger(), round.number),
            notCrossVerified,
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
  public static RoundCount again(
      Ledger counted,
      Convergence before,
      List<Solution> solutions,
      boolean notCrossVerified,
      int roundsLeft,
      List<String> voters,
      List<HumanAnswer> answers) {
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
    if (solutions.size() < 2
        || draft.questions.values().stream().anyMatch(one -> one.from().equals(List.of(EFFORT)))) {
      return;
    }
    List<Solution> best =
        solutions.subList(0, 2).stream().sorted(Comparator.comparing(Solution::effort)).toList();
    if (best.get(0).effort() == Level.LOW && best.get(1).effort() == Level.HIGH) {
      draft.newQuestion(
          new Label("What counts more, low effort or the thorough way?", "省力与彻底，哪个更重要？"),
          List.of(Label.of("low effort: " + best.get(0).name()), Label.of(best.get(1).name())),
          Optional.empty(),
          List.of(),
          List.of(EFFORT));
    }
  }

  /** Where the question of effort against quality comes from. */
  private static final String EFFORT = "effort-against-quality";

  /** What the score and the recommendation rest on beside the votes. */
  private record Basis(
      Optional<Double> feasibility,
      boolean newInsight,
      boolean notCrossVerified,
      int roundsLeft,
      List<String> voters,
      boolean oneRound) {}

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
        alpha(ledger),
        leftOut);
  }

  private static boolean newInsight(Ledger ledger, int round) {
    Map<String, Statement> statements = ledger.byId();
    boolean approach =
        ledger.approaches().stream()
            .anyMatch(
                entry ->
                    entry.members().stream()
                        .map(statements::get)
                        .allMatch(said -> said != null && said.round() == round));
    boolean conflict = ledger.conflicts().stream().anyMatch(one -> one.round() == round);
    boolean choice =
        ledger.points().stream()
            .filter(point -> point.changes() == Point.Changes.CHOICE)
            .flatMap(point -> point.members().stream())
            .map(statements::get)
            .anyMatch(
                said -> said != null && said.round() == round && LedgerDraft.there(said.places()));
    return approach || conflict || choice;
  }

  /** Whether more than half of the voters rank the same approach first; one alone needs no rank. */
  private static boolean sameFirst(Ledger ledger, List<String> voters) {
    if (ledger.approaches().size() == 1) {
      return true;
    }
    Map<String, Integer> firsts = new HashMap<>();
    ledger.rankings().stream()
        .filter(ranking -> voters.contains(ranking.agent()))
        .forEach(ranking -> firsts.merge(ranking.approaches().get(0), 1, Integer::sum));
    return firsts.values().stream().anyMatch(count -> 2 * count > voters.size());
  }

  private static boolean onlyForHuman(Ledger ledger, int roundsLeft) {
    List<Conflict> open = ledger.conflicts().stream().filter(Conflict::open).toList();
    return !open.isEmpty()
        && open.stream()
            .allMatch(
                one ->
                    (one.settledBy() == SettledBy.HUMAN || one.ballots() >= Ledger.BALLOTS)
                        && (one.ballots() > 0 || roundsLeft == 0));
  }

  private static double placesThere(Ledger ledger) {
    Set<CheckedLocation> cited = new LinkedHashSet<>();
    ledger.statements().forEach(said -> cited.addAll(said.places()));
    long there = cited.stream().filter(p -> p.verdict() == Evidence.THERE).count();
    return cited.isEmpty() ? 0 : (double) there / cited.size();
  }

  private static Label rationale(
      int agreed, int disagreements, Basis basis, double score, Recommendation recommendation) {
    String en =
        String.format(
            Locale.ROOT,
            "%.2f of %.2f from %s, %s, %s and %s%s: %s.",
            score,
            Convergence.CONVERGED_FROM,
            Words.counted(agreed, "agreed point"),
            disagreements == 0 ? "no disagreement" : Words.counted(disagreements, "disagreement"),
            basis
                .feasibility
                .map(mean -> String.format(Locale.ROOT, "feasibility %.2f", mean))
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
        String.format(
            Locale.ROOT,
            "得分 %.2f（需 %.2f）：%d 处一致，%d 处分歧，%s，%s%s：%s。",
            score,
            Convergence.CONVERGED_FROM,
            agreed,
            disagreements,
            basis
                .feasibility
                .map(mean -> String.format(Locale.ROOT, "可行性 %.2f", mean))
                .orElse("可行性未说明"),
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

  /**
   * Krippendorff's alpha for nominal data over points and the votes on them, memberships included:
   * 1 − observed / expected disagreement.
   */
  static double alpha(Ledger ledger) {
    LedgerDraft draft = new LedgerDraft(ledger);
    Map<String, Integer> totals = new HashMap<>();
    double observed = 0;
    int values = 0;
    List<List<String>> units = new ArrayList<>();
    for (LedgerDraft.PointDraft point : draft.points.values()) {
      List<String> unit = new ArrayList<>();
      point.votes.values().forEach(vote -> unit.add(vote.choice().name()));
      point.agents(true).stream()
          .filter(agent -> !point.votes.containsKey(agent))
          .forEach(agent -> unit.add(Ledger.Vote.Choice.AGREE.name()));
      if (unit.size() > 1) {
        units.add(unit);
      }
    }
    for (List<String> unit : units) {
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
    double expected = 0;
    for (int count : totals.values()) {
      expected += count * (double) (values - count);
    }
    expected /= values - 1.0;
    return expected == 0 ? 1 : 1 - observed / expected;
  }
}
