package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Score;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.gate.NumberedSides;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user's trial came to, from the replies of its agents to what the user was shown. */
class ScheduleTrialTest {

  /** The side that the human took, by the disagreement that the question was about. */
  private static List<Clarification> answers(SynthesisRecord round, String... sides) {
    List<Clarification> said = new ArrayList<>();
    for (int i = 0; i < sides.length; i++) {
      String question = round.questions().get(i).en();
      said.add(new Clarification("root", question, NumberedSides.explained(question, sides[i])));
    }
    return said;
  }

  @ParameterizedTest
  @CsvSource({"disagree,1 1 2 1", "disagree,2 1", "dis2,2 1", "dis2,2 2 2 1", "dis2,1 2 1 2"})
  void each_answer_settles_its_own_question_with_a_side_of_it(String mode, String numbers) {
    SynthesisRecord asked = ScheduleTrial.round(mode + "-ada", mode + "-bert");
    List<Clarification> said = answers(asked, numbers.split(" "));

    SynthesisRecord next = ScheduleTrial.round(2, mode + "-ada", mode + "-bert", said);

    List<Disagreement> before = open(asked.crossVerification());
    assertThat(before).hasSizeGreaterThanOrEqualTo(said.size());
    for (int i = 0; i < before.size(); i++) {
      String topic = before.get(i).topic();
      Disagreement now = of(next, topic);
      if (i < said.size()) {
        assertThat(now.resolution()).isEqualTo("Settled by root: " + said.get(i).answer());
        String side = said.get(i).answer().replaceFirst(".*?: \"(.*)\"\\)$", "$1");
        assertThat(now.positions()).anyMatch(position -> position.statement().startsWith(side));
      } else {
        assertThat(now.open()).isTrue();
      }
    }
  }

  @Test
  void what_was_answered_is_open_no_more_for_the_score() {
    SynthesisRecord asked = ScheduleTrial.round("dis2-ada", "dis2-bert");
    int open = open(asked.crossVerification()).size();
    assertThat(open).isGreaterThanOrEqualTo(4);

    SynthesisRecord next =
        ScheduleTrial.round(2, "dis2-ada", "dis2-bert", answers(asked, "1", "1", "1", "1"));

    assertThat(open(next.crossVerification())).hasSize(open - 4);
    assertThat(asked.convergence().recommendation()).isEqualTo(Recommendation.USER_INPUT_NEEDED);
    assertThat(next.convergence().recommendation()).isEqualTo(Recommendation.CONTINUE);
    assertThat(next.rationale().en()).contains("(4 settled)").doesNotContain("too many");
  }

  @Test
  void agents_of_one_mind_agree_on_the_five_points_that_both_make() {
    CrossVerification verified = ScheduleTrial.round("agree-ada", "agree-bert").crossVerification();

    assertThat(verified.disagreements()).isEmpty();
    assertThat(verified.partial()).isEmpty();
    assertThat(verified.agreements())
        .filteredOn(point -> !point.statement().startsWith("Approach"))
        .hasSize(5)
        .allSatisfy(
            point ->
                assertThat(point.positions())
                    .as("nobody's words of another point are swallowed")
                    .allMatch(position -> position.evidence().size() == 1));
  }

  @Test
  void no_contradiction_of_the_trial_is_listed_as_agreed() {
    CrossVerification verified =
        ScheduleTrial.round("disagree-ada", "disagree-bert").crossVerification();

    assertThat(verified.disagreements()).hasSize(6);
    assertThat(verified.agreements()).allMatch(point -> point.statement().startsWith("Approach"));
    assertThat(verified.disagreements())
        .filteredOn(one -> one.positions().toString().contains("schedule/locks.py"))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.topic()).startsWith("Nothing in the package is thread safe");
              assertThat(one.resolution()).startsWith("Settled by evidence: what ada cites");
            });
  }

  @Test
  void the_same_claims_in_chinese_and_in_english_are_agreements() {
    CrossVerification verified = ScheduleTrial.round("agree-ada", "zh-bert").crossVerification();

    assertThat(verified.agreements())
        .filteredOn(point -> !point.statement().startsWith("Approach"))
        .hasSize(3);
    assertThat(verified.disagreements()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"agree-bert", "zh-bert"})
  void one_design_in_two_wordings_is_one_option_and_an_agreement(String bert) {
    SynthesisRecord round = ScheduleTrial.round("agree-ada", bert);

    Solution first = round.solutions().get(0);
    assertThat(first.sourceCli()).containsExactly("ada", "bert");
    assertThat(round.crossVerification().agreements())
        .extracting(Point::statement)
        .filteredOn(statement -> statement.startsWith("Approach"))
        .containsExactly("Approach \"" + first.name() + "\" proposed by: ada, bert");
    assertThat(round.solutions()).extracting(Solution::name).contains("Separate list of held jobs");
    assertThat(round.alsoConsidered()).isEmpty();
  }

  @Test
  void merging_keeps_every_place_that_was_named() {
    Solution flag = ScheduleTrial.round("agree-ada", "zh-bert").solutions().get(0);

    assertThat(flag.affectedFiles())
        .extracting(place -> place.file() + ":" + place.line())
        .containsExactly(
            "schedule/__init__.py:227", "schedule/__init__.py:667", "test_schedule.py:1387");
    assertThat(flag.files()).isEqualTo(2);
    assertThat(flag.summary()).contains("2 files");
    assertThat(Score.parts(flag).orElseThrow()).endsWith("2 files 6");
  }

  @Test
  void an_agent_that_answered_in_prose_is_named_and_what_it_said_is_there() {
    SynthesisRecord round = ScheduleTrial.round("agree-ada", "prose-bert");

    assertThat(
            new RoundFindings(round, List.of(), CitedPlaces.NONE)
                .synthesis(new DocumentRef("0".repeat(64), 1))
                .prose())
        .containsExactly("bert");
    assertThat(round.crossVerification().unique())
        .flatExtracting(Point::positions)
        .filteredOn(position -> position.agent().equals("bert"))
        .hasSize(3)
        .allMatch(position -> position.evidence().size() == 1);
  }

  @Test
  void feasibility_that_was_not_said_is_no_half() {
    SynthesisRecord round = ScheduleTrial.round("agree-ada", "missing-bert");

    assertThat(round.convergence().meanFeasibility()).hasValue(0.9);
    assertThat(round.solutions().get(0).feasibility()).hasValue(0.9);
    assertThat(round.solutions())
        .filteredOn(solution -> solution.sourceCli().equals(List.of("bert")))
        .singleElement()
        .extracting(Solution::summary)
        .asString()
        .endsWith("; feasibility not said.");
  }

  private static List<Disagreement> open(CrossVerification verified) {
    return verified.disagreements().stream().filter(Disagreement::open).toList();
  }

  private static Disagreement of(SynthesisRecord round, String topic) {
    return round.crossVerification().disagreements().stream()
        .filter(one -> one.topic().equals(topic))
        .findFirst()
        .orElseThrow();
  }
}
