package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.Resources;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Two recorded rounds of two capable agents on pallets/flask; see the resource's README. */
class FlaskRoundsTest {
  private static final List<String> VOTERS = List.of("alpha", "beta");
  private static final List<AgentRun> RUNS =
      List.of(Analyses.answered("alpha"), Analyses.answered("beta"));

  /** The tree is not stored here; it contains every place these agents cite. */
  private static final TreeFacts TREE = file -> OptionalInt.of(1_000_000);

  private final List<Analysis> first =
      List.of(reply("alpha", "alpha.1.txt"), reply("beta", "beta.1.txt"));
  private final Ledger entered = LedgerRules.merge(Ledger.EMPTY, 1, first, RUNS, List.of(), TREE);
  private final RoundCount one = count(1, entered, Optional.of(moderation()), first);

  @Test
  void the_first_round_merges_nineteen_points_and_continues() {
    assertThat(LedgerRules.needsModeration(entered, 1)).isTrue();
    assertThat(one.leftOut()).isEmpty();
    assertThat(points(one, PointState.PUT_TOGETHER)).hasSize(19);
    assertThat(points(one, PointState.AGREED)).as("nobody has confirmed one yet").isEmpty();
    assertThat(one.rationale().en())
        .contains("0 agreed points (19 more grouped by the moderator, unconfirmed)");
    assertThat(one.ledger().conflicts()).hasSize(2).allMatch(Conflict::open);
    assertThat(one.ledger().approaches()).hasSize(3);
    assertThat(one.allSolutions())
        .as("each proposal by itself, until its analyst has ranked what it was put into")
        .extracting(Solution::sourceCli)
        .containsOnly(List.of("alpha"), List.of("beta"))
        .hasSize(6);
    assertThat(one.convergence().agreementRatio()).isZero();
    assertThat(one.convergence().score()).isCloseTo(0.279, within(0.001));
    assertThat(one.convergence().recommendation()).isEqualTo(Recommendation.CONTINUE);
  }

  @Test
  void the_human_is_asked_only_what_the_human_can_decide() {
    assertThat(one.questions())
        .extracting(Ledger.Question::id)
        .containsExactly("C1", "Q1", "Q2", "Q3");
    assertThat(one.questions()).allMatch(question -> question.options().size() >= 2);
    assertThat(one.ledger().ballot())
        .hasSizeLessThanOrEqualTo(VoteCount.ENTRIES + one.ledger().toConfirm().size())
        .contains("C1", "C2");
    assertThat(one.ledger().ballot().get(0)).startsWith("C");
  }

  @Test
  void the_recorded_ballots_converge_in_the_second_round() {
    List<Analysis> second =
        List.of(reply("alpha", "alpha.ballot.2.json"), reply("beta", "beta.ballot.2.json"));
    Ledger voted = LedgerRules.merge(one.ledger(), 2, second, RUNS, List.of(), TREE);
    RoundCount two = count(2, voted, Optional.empty(), second);

    assertThat(points(two, PointState.AGREED)).hasSizeGreaterThanOrEqualTo(29);
    assertThat(points(two, PointState.REFUTED)).isNotEmpty();
    assertThat(two.solutions()).hasSize(3).extracting(Solution::sourceCli).containsOnly(VOTERS);
    assertThat(two.ledger().conflicts())
        .filteredOn(conflict -> conflict.settledBy() == Conflict.SettledBy.CODE)
        .allMatch(conflict -> conflict.state() == Conflict.ConflictState.SETTLED);
    assertThat(two.questions()).hasSize(4);
    assertThat(two.questions().get(0).recommended()).isPresent();
    assertThat(two.questions().get(0).recommendedBy()).isEqualTo(VOTERS);
    assertThat(two.solutions().get(0).rankedFirstBy()).isEqualTo(VOTERS);
    assertThat(two.convergence().newInsights()).isFalse();
    assertThat(two.convergence().score()).isGreaterThan(0.9);
    assertThat(two.convergence().recommendation()).isEqualTo(Recommendation.CONVERGED);
  }

  private static List<Point> points(RoundCount count, PointState state) {
    return count.ledger().points(state);
  }

  private static RoundCount count(
      int round, Ledger ledger, Optional<Moderation> moderation, List<Analysis> analyses) {
    return Analyses.count(round, 3, ledger, moderation, moderation.isPresent(), analyses, VOTERS);
  }

  private static Analysis reply(String agent, String file) {
    return ReplyParser.parse(text(file), agent, "general");
  }

  private static Moderation moderation() {
    String named =
        text("moderator.1.json").replace("\"A.1.", "\"alpha.1.").replace("\"B.1.", "\"beta.1.");
    return ReplyParser.moderation(named).orElseThrow();
  }

  private static String text(String file) {
    return Resources.text("discussion/flask/" + file);
  }
}
