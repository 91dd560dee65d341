package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Shown;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each limit in docs/discussion.md, tested at and just beyond its value. */
class DiscussionNumbersTest {
  private static final List<String> AGENTS = List.of("ada", "bert");

  @Test
  void a_reply_enters_twelve_findings_eight_concerns_and_three_approaches() {
    Ledger ledger = entered(reply("ada", 13, 9, 4));

    assertThat(ledger.points())
        .flatExtracting(Point::members)
        .hasSize(20)
        .contains("ada.1.f12", "ada.1.c8")
        .doesNotContain("ada.1.f13", "ada.1.c9");
    assertThat(ledger.approaches())
        .flatExtracting(Ledger.ApproachEntry::members)
        .containsExactly("ada.1.s1", "ada.1.s2", "ada.1.s3");
    assertThat(ledger.byId()).containsKeys("ada.1.f13", "ada.1.c9", "ada.1.s4");
  }

  @Test
  void a_statement_over_the_limit_may_join_a_point() {
    Ledger entered = entered(reply("ada", 13, 0, 0), reply("bert", 1, 0, 0));
    Ledger ledger = moderated(entered, moderation("points", same("ada.1.f13", "bert.1.f1")));

    assertThat(ledger.points(PointState.PUT_TOGETHER))
        .singleElement()
        .satisfies(point -> assertThat(point.members()).contains("ada.1.f13", "bert.1.f1"));
  }

  @Test
  void a_ballot_has_thirty_entries_and_defers_the_others() {
    assertThat(entered(reply("ada", 12, 8, 0), reply("bert", 10, 0, 0)))
        .satisfies(ledger -> assertThat(ledger.ballot()).hasSize(30))
        .satisfies(ledger -> assertThat(ledger.waiting()).isZero());
    assertThat(entered(reply("ada", 12, 8, 0), reply("bert", 11, 0, 0)))
        .satisfies(ledger -> assertThat(ledger.ballot()).hasSize(30))
        .satisfies(ledger -> assertThat(ledger.waiting()).isEqualTo(1));
  }

  @Test
  void a_sentence_of_a_point_has_at_most_four_hundred_characters() {
    Ledger ledger =
        entered(Analyses.analysis("ada", "x".repeat(400), "y".repeat(401)), reply("bert", 1, 0, 0));

    assertThat(ledger.points().get(0).sentence().en()).isEqualTo("x".repeat(400));
    assertThat(ledger.points().get(1).sentence().en()).hasSizeLessThanOrEqualTo(400).endsWith("…");
    assertThat(ledger.statements().get(1).text().en()).isEqualTo("y".repeat(401));
  }

  @Test
  void a_state_holds_192_kib_of_a_ledger() {
    Ledger least = entered(reply("ada", 12, 8, 3), reply("bert", 1, 0, 0));
    Ledger full = padded(least, (192 << 10) - bytes(least));
    Ledger over = padded(full, 1);

    assertThat(bytes(full)).isEqualTo(192 << 10);
    assertThat(SynthesisRecord.bounded(full)).isSameAs(full);
    assertThat(bytes(SynthesisRecord.bounded(over))).isLessThanOrEqualTo(192 << 10);
  }

  @Test
  void a_moderator_asks_up_to_four_questions_of_two_to_four_options() {
    Ledger entered = entered(reply("ada", 1, 0, 0), reply("bert", 1, 0, 0));
    Object[] five =
        IntStream.rangeClosed(1, 5).mapToObj(number -> asked("question " + number, 2)).toArray();
    Moderation sizes =
        moderation(
            "questions", asked("one", 1), asked("two", 2), asked("four", 4), asked("five", 5));

    assertThat(moderated(entered, moderation("questions", five)).questions()).hasSize(4);
    assertThat(moderated(entered, sizes).questions())
        .extracting(question -> question.options().size())
        .containsExactly(2, 4);
  }

  @Test
  void an_option_recommended_by_agents_is_recommended_in_their_question() {
    List<String> options = List.of("in memory", "in Redis; as a set");
    Ledger entered =
        entered(
            asking("ada", options, Optional.of(2)),
            asking("bert", List.of("in Redis; as a set", "in memory"), Optional.of(1)));
    Ledger differing =
        entered(asking("ada", options, Optional.of(2)), asking("bert", options, Optional.of(1)));
    Moderation one =
        moderation(
            "questions",
            new Moderation.Asked(
                LocalizedText.of("Where?"),
                List.of(
                    LocalizedText.of("on the moderator's server"), LocalizedText.of("in memory")),
                Optional.of(1),
                List.of("ada.1.q1", "bert.1.q1")));

    assertThat(moderated(entered, one).questions())
        .singleElement()
        .returns(options, question -> question.options().stream().map(LocalizedText::en).toList())
        .returns(Optional.of(2), Ledger.Question::recommended)
        .returns(List.of("ada", "bert"), Ledger.Question::recommendedBy);
    assertThat(moderated(differing, one).questions())
        .singleElement()
        .returns(Optional.empty(), Ledger.Question::recommended);
  }

  private static Analysis asking(String agent, List<String> options, Optional<Integer> best) {
    var question = new Analysis.OpenQuestion("Where is it kept?", options, best, "It is open.");
    return Analyses.with(reply(agent, 1, 0, 0), "open_questions", List.of(question));
  }

  @Test
  void a_gate_asks_at_most_four_questions() {
    List<Conflict> five =
        IntStream.rangeClosed(1, 5)
            .mapToObj(number -> conflict(number, SettledBy.HUMAN, 1, 1, 0))
            .toList();

    assertThat(again(1, false, 1, List.of(), five).questions()).hasSize(4);
    assertThat(again(1, false, 1, List.of(), five.subList(0, 3)).questions()).hasSize(3);
  }

  @Test
  void a_human_decision_holds_after_its_words_are_no_longer_sent() {
    List<Point> disputed = List.of(point(1, 1, 1, 2));
    List<Conflict> open = List.of(conflict(1, SettledBy.CODE, 1, 1, 2));
    RoundCount answered =
        again(
            again(1, false, 1, disputed, open).ledger(),
            new HumanAnswer("P1", "Does it hold?", Optional.of(1), "it holds", "lena"),
            new HumanAnswer("C1", "Which?", Optional.of(2), "that", "lena"));
    RoundCount later = again(answered.ledger());

    assertThat(answered.questions()).isEmpty();
    assertThat(answered.ledger().conflicts().get(0).how()).contains("lena: that");
    assertThat(later.ledger()).isEqualTo(answered.ledger());
    assertThat(later.questions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0,    true,  3,  1, 0.3,   CONTINUE", // agreement counts one half
    "0.5,  true,  3,  1, 0.45,  CONTINUE", // feasibility counts three tenths
    "0.5,  false, 3,  1, 0.65,  CONTINUE", // no new insight counts one fifth
    "0.99, false, 3,  1, 0.797, CONTINUE",
    "1,    false, 3,  1, 0.8,   CONVERGED",
    "1,    false, 20, 3, 0.9166666666666667, CONVERGED",
    "1,    false, 20, 4, 0.9,   USER_INPUT_NEEDED"
  })
  void the_score_of_a_round_determines_its_recommendation(
      double feasibility,
      boolean newInsight,
      int agreed,
      int disputed,
      double score,
      Recommendation recommendation) {
    assertThat(again(feasibility, newInsight, 0, points(agreed, disputed), List.of()).convergence())
        .satisfies(counted -> assertThat(counted.score()).isCloseTo(score, within(1e-9)))
        .returns(recommendation, Convergence::recommendation);
  }

  @Test
  void a_point_all_call_half_right_waits_for_the_moderator_and_is_kept() {
    Ledger said = entered(reply("ada", 1, 0, 0), reply("bert", 1, 0, 0));
    Ballot halfRight =
        ballotOf("votes", new Ballot.PointVote("P1", Choice.PARTLY, List.of(), "only at night"));
    Ledger voted =
        entered(
            count(said).ledger(),
            2,
            Analyses.voting(Analyses.analysis("ada"), halfRight),
            Analyses.voting(Analyses.analysis("bert"), halfRight));

    assertThat(again(voted).ledger().points().get(0).state()).isEqualTo(PointState.PARTIAL);
  }

  @Test
  void the_claims_of_a_split_statement_become_and_remain_separate_points() {
    Ledger entered = entered(reply("ada", 2, 0, 0), reply("bert", 1, 0, 0));
    Moderation.SamePoint rest =
        Analyses.with(same("ada.1.f1"), "statement", LocalizedText.of("what ada alone says"));
    Moderation split = moderation("points", same("ada.1.f1", "bert.1.f1"), rest);
    RoundCount first = count(entered, Optional.of(split));

    assertThat(ModerationChecks.errors(entered, split, 1)).isEmpty();
    assertThat(first.ledger().points())
        .extracting(one -> one.sentence().en(), Point::members, Point::state)
        .containsExactlyInAnyOrder(
            tuple(
                "analyst ada: \"ada found 1\"; analyst bert: \"bert found 1\"",
                List.of("ada.1.f1", "bert.1.f1"),
                PointState.PUT_TOGETHER),
            tuple("analyst ada: \"ada found 1\"", List.of("ada.1.f1"), PointState.LONE),
            tuple("ada found 2", List.of("ada.1.f2"), PointState.LONE));
    assertThat(moderated(first.ledger(), moderation("points")).points())
        .as("in a later moderation")
        .isEqualTo(first.ledger().points());
  }

  @Test
  void a_statement_of_a_single_analyst_is_not_a_point() {
    Ledger entered = entered(reply("ada", 2, 0, 0), reply("bert", 1, 0, 0));

    assertThat(ModerationChecks.errors(entered, moderation("points", same("ada.1.f2")), 1))
        .singleElement()
        .asString()
        .contains("needs statements from at least two analysts");
    assertThat(count(entered, Optional.of(clashAnd("ada.1.f1", "bert.1.f1"))).leftOut())
        .as("the other claim of a statement that stands in a conflict")
        .isEmpty();
  }

  private static Moderation clashAnd(String one, String other) {
    return Analyses.with(clash(one, other), "points", List.of(same(one)));
  }

  @Test
  void an_objection_counts_against_a_point_unless_the_ballot_votes_on_it() {
    List<String> place = List.of("src/a.py:1");
    Ballot ballot =
        Analyses.with(
            ballotOf("votes", new Ballot.PointVote("P2", Choice.AGREE, place, "I looked")),
            "objections",
            List.of(
                new Ballot.RaisedObjection("P1", "it is not", place),
                new Ballot.RaisedObjection("P2", "not in full", place)));
    Ledger objected =
        entered(
            count(reply("ada", 2, 0, 0)), 2, Analyses.voting(Analyses.analysis("bert"), ballot));

    assertThat(objected.points())
        .flatExtracting(Point::votes)
        .extracting(Vote::choice)
        .containsExactly(Choice.DISAGREE, Choice.AGREE);
  }

  @Test
  void a_vote_of_an_earlier_round_is_not_requested_again() {
    Ledger ledger = voted(count(reply("ada", 2, 0, 0)), Choice.DISAGREE);

    assertThat(ledger.ballot()).containsExactly("P1", "P2");
    assertThat(ledger.votedOn("bert")).containsExactly("P1");
    assertThat(voted(count(reply("ada", 2, 0, 0)), Choice.UNSURE).votedOn("bert"))
        .as("who could not find out is asked again")
        .isEmpty();
    assertThat(BallotReader.errors(Analyses.analysis("bert"), ledger))
        .containsExactly("votes is missing: vote on P2");
    assertThat(BallotReader.errors(Analyses.analysis("ada"), ledger))
        .as("on what it alone has said its vote tells nothing, unless another objects")
        .containsExactly("votes is missing: vote on P1");
  }

  @Test
  void a_ballot_allows_eight_revisions_of_two_thousand_characters() {
    Ledger said = count(reply("ada", 1, 0, 1));
    String end = "x".repeat(1_900) + " THE END";
    Ballot ballot =
        Analyses.of(
            Ballot.class,
            Map.of(
                "revisions",
                numbered(end, 9).stream()
                    .map(changes -> new Ballot.ProposedRevision("S1", Optional.empty(), changes))
                    .toList()));
    Ledger ledger = entered(said, 2, Analyses.voting(Analyses.analysis("ada"), ballot));

    assertThat(ledger.approaches().get(0).revisions())
        .hasSize(8)
        .allMatch(one -> one.changes().matches("x+ THE END [1-8]"));
    assertThat(Options.of(ledger, List.of()).get(0).revisions())
        .as("in the option that the planner gets")
        .allMatch(one -> one.matches("ada: x+ THE END [1-8]"));
  }

  @Test
  void of_options_with_the_same_score_the_less_risky_comes_first() {
    Analysis said =
        Analyses.with(
            Analyses.analysis("ada"),
            "implementation_approaches",
            List.of(
                Analyses.approach("All at once", "the first", Level.LOW, Level.MEDIUM),
                Analyses.approach("Step by step", "the second", Level.LOW, Level.LOW)));

    RoundCount count = count(entered(said, Analyses.analysis("bert")));

    assertThat(count.solutions()).extracting(Solution::score).containsOnly(10.0);
    assertThat(count.solutions())
        .extracting(Solution::name)
        .containsExactly("Step by step", "All at once");
  }

  @Test
  void only_the_authors_of_a_statement_can_withdraw_it() {
    Ledger said = count(reply("ada", 1, 0, 0));
    Ballot ballot = ballotOf("withdrawn", new Ballot.Withdrawal("ada.1.f1", "wrong"));

    assertThat(entered(said, 2, Analyses.voting(Analyses.analysis("bert"), ballot)).statements())
        .isEqualTo(said.statements());
  }

  private static Ballot ballotOf(String field, Object... entries) {
    return Analyses.of(Ballot.class, Map.of(field, List.of(entries)));
  }

  private static Ledger count(Analysis reply) {
    return count(entered(reply, Analyses.analysis("bert"))).ledger();
  }

  /** Adds a vote of bert on the first point. */
  private static Ledger voted(Ledger ledger, Choice choice) {
    Ballot ballot = Analyses.ballot(Map.of("P1", choice));
    return entered(ledger, 2, Analyses.voting(Analyses.analysis("bert"), ballot));
  }

  private static Ledger entered(Ledger ledger, int round, Analysis... replies) {
    return LedgerRules.merge(
        ledger,
        round,
        List.of(replies),
        AGENTS.stream().map(Analyses::answered).toList(),
        List.of(),
        file -> OptionalInt.of(100));
  }

  @Test
  void options_are_ordered_by_votes_before_the_score() {
    Ledger entered =
        entered(
            Analyses.analysis(
                "ada",
                0.9,
                List.of("found"),
                List.of(
                    Analyses.approach("easy", "in detail", Level.LOW, Level.LOW),
                    Analyses.approach("thorough", "in detail", Level.HIGH, Level.HIGH)),
                List.of()),
            reply("bert", 1, 0, 0));
    Ledger ranked =
        Analyses.with(
            entered, "rankings", List.of(new Ledger.AgentRanking("bert", 1, List.of("S2", "S1"))));

    assertThat(count(entered).solutions()).extracting(Solution::name).first().isEqualTo("easy");
    List<Solution> voted = count(ranked).solutions();
    assertThat(voted).extracting(Solution::name).first().isEqualTo("thorough");
    assertThat(Options.whyRankedLower(voted.get(1), voted.get(0)))
        .isEqualTo("score 10, the first option has 45");
  }

  @Test
  void a_merged_approach_is_described_by_an_agent_that_ranks_it_first() {
    Ledger entered = entered(reply("ada", 1, 0, 3), reply("bert", 1, 0, 1));
    Moderation.SameApproach both =
        new Moderation.SameApproach(
            Optional.empty(),
            LocalizedText.of("one way"),
            List.of("ada.1.s3", "bert.1.s1"),
            List.of(),
            List.of(),
            List.of());

    assertThat(moderated(entered, moderation("approaches", both)).approaches())
        .filteredOn(entry -> entry.members().size() == 2)
        .singleElement()
        .satisfies(entry -> assertThat(entry.description().en()).isEqualTo("bert way 1 in detail"));
  }

  @Test
  void a_conflict_repeated_in_another_order_keeps_its_votes_and_decision() {
    Ledger entered = entered(reply("ada", 1, 0, 0), reply("bert", 1, 0, 0));
    Ledger clashed = moderated(entered, clash("ada.1.f1", "bert.1.f1"));
    Conflict open = clashed.conflicts().get(0);
    SideVote vote = new SideVote("ada", 1, 1, List.of(), List.of(), "sure");
    Ledger voted =
        Analyses.with(clashed, "conflicts", List.of(Analyses.with(open, "votes", List.of(vote))));
    Ledger decided =
        again(voted, new HumanAnswer("C1", "Which?", Optional.of(1), "ada's", "lena")).ledger();

    Conflict turned = moderated(voted, clash("bert.1.f1", "ada.1.f1")).conflicts().get(0);
    Conflict settled = moderated(decided, clash("bert.1.f1", "ada.1.f1")).conflicts().get(0);

    assertThat(turned.sides()).isEqualTo(open.sides());
    assertThat(turned.votes()).containsExactly(vote);
    assertThat(settled).isEqualTo(decided.conflicts().get(0));
  }

  private static Moderation clash(String one, String other) {
    Side first = new Side(LocalizedText.of("what one says"), List.of(one));
    Side second = new Side(LocalizedText.of("what the other says"), List.of(other));
    return moderation(
        "conflicts",
        new Moderation.Clash(
            Optional.empty(),
            LocalizedText.of("Which?"),
            List.of(first, second),
            SettledBy.CODE,
            "they exclude each other"));
  }

  @Test
  void prompts_use_letters_for_agents_and_the_ledger_uses_names() {
    Aliases aliases =
        Aliases.of("r2.1-ada-1", entered(reply("ada", 1, 0, 0), reply("bert", 1, 0, 0)));
    String ada = aliases.letter("ada");
    String said =
        "%s.1.f1 says more. analyst %s adds a test; A list<%s> stays.".formatted(ada, ada, ada);

    String named = aliases.named(said);

    assertThat(named)
        .isEqualTo("ada.1.f1 says more. analyst ada adds a test; A list<%s> stays.".formatted(ada));
    assertThat(aliases.hidden(named)).isEqualTo(said);
    // The reader of the next prompt sees other letters.
    assertThat(aliases.named("Take %1$s's order; %1$s says so, as in a list<%1$s>".formatted(ada)))
        .isEqualTo(
            "Take analyst ada's order; analyst ada says so, as in a list<%s>".formatted(ada));
    assertThat(
            aliases.named("Analyst %1$s says so; the map %1$s's keys, `%1$s says`".formatted(ada)))
        .isEqualTo("Analyst ada says so; the map %1$s's keys, `%1$s says`".formatted(ada));
    assertThat(aliases.named("分析员 %1$s 指出，%1$s 认为".formatted(ada)))
        .isEqualTo("分析员 ada 指出，analyst ada 认为");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 1, DISPUTED",
    "2, 1, 2, OUTVOTED",
    "1, 2, 2, OUTVOTED",
    "3, 2, 2, DISPUTED",
    "4, 2, 2, OUTVOTED"
  })
  void two_thirds_outvote_the_others_after_two_ballots(
      int agree, int disagree, int ballots, PointState state) {
    RoundCount count = again(1, false, 1, List.of(point(1, agree, disagree, ballots)), List.of());

    assertThat(count.ledger().points().get(0).state()).isEqualTo(state);
    assertThat(count.questions()).hasSize(state == PointState.DISPUTED && ballots == 2 ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 1, OPEN", "2, 1, 2, SETTLED", "3, 2, 2, OPEN", "4, 2, 2, SETTLED"})
  void two_thirds_settle_a_code_conflict_after_two_ballots(
      int one, int other, int ballots, Conflict.ConflictState state) {
    RoundCount count =
        again(1, false, 1, List.of(), List.of(conflict(1, SettledBy.CODE, one, other, ballots)));

    assertThat(count.ledger().conflicts().get(0).state()).isEqualTo(state);
    assertThat(count.questions())
        .hasSize(state == Conflict.ConflictState.OPEN && ballots == 2 ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, CONTINUE", "1, 0, CONVERGED", "2, 1, USER_INPUT_NEEDED", "2, 0, CONVERGED"})
  void an_open_code_conflict_prevents_convergence_while_rounds_remain(
      int ballots, int roundsLeft, Recommendation recommendation) {
    List<Conflict> open = List.of(conflict(1, SettledBy.CODE, 1, 1, ballots));

    assertThat(again(1, false, roundsLeft, points(20, 0), open).convergence().recommendation())
        .isEqualTo(recommendation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0, 0 | no disagreement, | 0 处分歧，",
        "1, 0 | no disagreement so far (1 conflict not voted on yet), | 0 处分歧（另有 1 处冲突尚未表决），",
        "2, 1 | 1 disagreement so far (2 conflicts not voted on yet), | 1 处分歧（另有 2 处冲突尚未表决），",
        "0, 2 | 2 disagreements, | 2 处分歧，"
      })
  void the_rationale_counts_conflicts_not_yet_on_a_ballot(
      String conflicts, String english, String chinese) {
    String[] numbers = conflicts.split(", ", 2);
    int unseen = Integer.parseInt(numbers[0]);
    List<Conflict> open =
        IntStream.range(0, unseen + Integer.parseInt(numbers[1]))
            .mapToObj(number -> conflict(number, SettledBy.CODE, 1, 1, number < unseen ? 0 : 1))
            .toList();

    LocalizedText rationale = again(1, false, 1, points(3, 0), open).rationale();

    assertThat(rationale.en()).contains("3 agreed points, " + english);
    assertThat(rationale.zh()).contains("3 处一致，" + chinese);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, true", "1, 2, false", "3, 1, false"})
  void only_the_first_round_of_a_one_round_session_is_one_round_as_asked(
      int maxRounds, int number, boolean asAsked) {
    Ledger entered = entered(Analyses.analysis("gemini", "a finding"));
    LocalizedText rationale =
        RoundCount.of(
                Analyses.request(number, maxRounds, 0, true), entered, null, List.of(), AGENTS)
            .rationale();

    assertThat(rationale.en().endsWith("one round, as requested.")).isEqualTo(asAsked);
    assertThat(rationale.zh().endsWith("按要求只进行一轮。")).isEqualTo(asAsked);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3, 2, 2, LOW LOW, LOW LOW, 0, 100",
    "1, 3, 2, 2, LOW LOW, LOW LOW, 0, 77",
    "0, 1, 0, 2, LOW, LOW, 0, 10",
    "0, 0, 0, 0, LOW, LOW, 0, 10",
    "2, 2, 0, 0, MEDIUM MEDIUM, HIGH HIGH, 0, 52",
    "2, 2, 0, 0, LOW HIGH, LOW HIGH, 0, 55",
    "2, 2, 1, 2, LOW LOW, LOW LOW, 2, 73",
    "2, 2, 0, 0, LOW LOW, LOW LOW, 9, 45"
  })
  void the_score_of_an_option_is_based_on_verified_claims(
      int there,
      int cited,
      int first,
      int ranking,
      String efforts,
      String risks,
      int objections,
      int score) {
    OptionScore made =
        OptionScore.of(there, cited, first, ranking, levels(efforts), levels(risks), objections);

    assertThat(made.points()).isEqualTo(score);
    assertThat(made.explained())
        .contains(cited == 0 ? "nothing cited" : there + "/" + cited + " citations verified");
  }

  private static List<Level> levels(String words) {
    return Stream.of(words.split(" ")).map(Level::valueOf).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1, LOW, LOW, 0, 0, 0, 80",
    "2, LOW, LOW, 0, 0, 0, 100",
    "0, MEDIUM, LOW, 0, 0, 0, 50",
    "0, HIGH, LOW, 0, 0, 0, 40",
    "0, UNKNOWN, LOW, 0, 0, 0, 45",
    "0, LOW, MEDIUM, 0, 0, 0, 50",
    "0, LOW, HIGH, 0, 0, 0, 35",
    "0, LOW, UNKNOWN, 0, 0, 0, 45",
    "0, LOW, LOW, 1, 0, 0, 65",
    "0, LOW, LOW, 5, 0, 0, 85",
    "0, LOW, LOW, 6, 0, 0, 85",
    "0, LOW, LOW, 0, 5, 0, 35",
    "0, LOW, LOW, 0, 6, 0, 35",
    "0, LOW, LOW, 0, 0, 1, 63",
    "0, LOW, LOW, 0, 0, 5, 75",
    "0, LOW, LOW, 0, 0, 6, 75"
  })
  void the_seed_score_of_an_option(
      int agents, Level effort, Level risk, int pros, int cons, int files, double score) {
    assertThat(OptionScore.seed(agents, effort, risk, pros, cons, files)).isEqualTo(score);
  }

  @Test
  void three_options_are_shown_and_the_others_are_named() {
    RoundCount three = count(entered(reply("ada", 1, 0, 3), reply("bert", 1, 0, 0)));
    RoundCount four = count(entered(reply("ada", 1, 0, 3), reply("bert", 1, 0, 1)));

    assertThat(three.solutions()).hasSize(3);
    assertThat(three.alsoConsidered()).isEmpty();
    assertThat(four.solutions()).hasSize(3);
    assertThat(four.alsoConsidered()).hasSize(1);
  }

  @Test
  void a_moderator_merges_up_to_six_pros_and_six_cons() {
    Ledger entered = entered(reply("ada", 1, 0, 1), reply("bert", 1, 0, 1));
    List<String> seven = numbered("reason", 7);
    Moderation.SameApproach both =
        new Moderation.SameApproach(
            Optional.empty(),
            LocalizedText.of("one way"),
            List.of("ada.1.s1", "bert.1.s1"),
            seven,
            seven,
            seven);
    Ledger ledger = moderated(entered, moderation("approaches", both));

    assertThat(ledger.approaches().get(0).pros()).isEqualTo(seven.subList(0, 6));
    assertThat(ledger.approaches().get(0).cons()).isEqualTo(seven.subList(0, 6));
  }

  // Replies of a first round.

  private static Analysis reply(String agent, int findings, int concerns, int approaches) {
    return Analyses.analysis(
        agent,
        0.9,
        numbered(agent + " found", findings),
        numbered(agent + " way", approaches).stream().map(DiscussionNumbersTest::way).toList(),
        numbered(agent + " fears", concerns));
  }

  private static Approach way(String name) {
    return Analyses.approach(name, name + " in detail", Level.LOW, Level.LOW);
  }

  private static List<String> numbered(String text, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> text + " " + number).toList();
  }

  private static Ledger entered(Analysis... analyses) {
    List<AgentRun> runs = AGENTS.stream().map(Analyses::answered).toList();
    return LedgerRules.merge(
        Ledger.EMPTY, 1, Arrays.asList(analyses), runs, List.of(), file -> OptionalInt.of(100));
  }

  private static RoundCount count(Ledger entered) {
    return count(entered, Optional.empty());
  }

  private static RoundCount count(Ledger entered, Optional<Moderation> moderation) {
    return Analyses.count(1, 3, entered, moderation, true, List.of(), AGENTS);
  }

  private static Ledger moderated(Ledger entered, Moderation moderation) {
    return count(entered, Optional.of(moderation)).ledger();
  }

  private static Moderation moderation(String field, Object... entries) {
    return Analyses.of(Moderation.class, Map.of(field, List.of(entries)));
  }

  private static Moderation.SamePoint same(String... members) {
    return new Moderation.SamePoint(
        Optional.empty(),
        LocalizedText.of("the same"),
        List.of(members),
        Point.PointKind.FACT,
        Point.Changes.PLAN);
  }

  private static Moderation.Asked asked(String question, int options) {
    return new Moderation.Asked(
        LocalizedText.of(question),
        numbered("option", options).stream().map(LocalizedText::of).toList(),
        Optional.empty(),
        List.of("ada.1.f1"));
  }

  private static Ledger padded(Ledger ledger, int bytes) {
    List<Ledger.Statement> statements = new ArrayList<>(ledger.statements());
    Ledger.Statement last = statements.remove(statements.size() - 1);
    statements.add(
        Analyses.with(last, "text", LocalizedText.of(last.text().en() + "z".repeat(bytes))));
    return Analyses.with(ledger, "statements", statements);
  }

  private static int bytes(Ledger ledger) {
    return Bounds.bytes(ledger);
  }

  // Ledgers of a later round: only votes, and one approach that needs no ranking.

  private static RoundCount again(
      double feasibility,
      boolean newInsight,
      int roundsLeft,
      List<Point> points,
      List<Conflict> conflicts) {
    Ledger one =
        Analyses.read(
            Ledger.class,
            """
            {"next":{"point":1,"conflict":1,"approach":1,"question":1},
             "approaches":[{"id":"S1","name":{"en":"a","zh":""},"description":{"en":"","zh":""}}]}
            """);
    Ledger ledger = Analyses.with(Analyses.with(one, "points", points), "conflicts", conflicts);
    return again(ledger, feasibility, newInsight, roundsLeft, List.of());
  }

  private static RoundCount again(Ledger ledger, HumanAnswer... answers) {
    return again(ledger, 1, false, 1, List.of(answers));
  }

  private static RoundCount again(
      Ledger ledger,
      double feasibility,
      boolean newInsight,
      int roundsLeft,
      List<HumanAnswer> answers) {
    Convergence before =
        new Convergence(0, 0, Optional.of(feasibility), newInsight, Recommendation.CONTINUE, "", 0);
    SynthesisRecord record =
        Analyses.of(
            SynthesisRecord.class,
            Map.of("ledger", ledger, "convergence", before, "voters", List.of("v1", "v2")));
    return RoundCount.recount(
        record, new RecountRequest(new DocumentRef("", 0), 3, roundsLeft, answers));
  }

  private static List<Point> points(int agreed, int disputed) {
    return Stream.concat(
            IntStream.range(0, agreed).mapToObj(number -> point(number, 2, 0, 1)),
            IntStream.range(0, disputed).mapToObj(number -> point(agreed + number, 1, 1, 1)))
        .toList();
  }

  /** Returns a point on which the first agents agree and the others do not. */
  private static Point point(int number, int agree, int disagree, int ballots) {
    List<Vote> votes = new ArrayList<>();
    for (int voter = 1; voter <= agree + disagree; voter++) {
      Choice choice = voter <= agree ? Choice.AGREE : Choice.DISAGREE;
      votes.add(new Vote("v" + voter, 2, choice, List.of(), List.of(), ""));
    }
    Point point =
        Analyses.read(
            Point.class,
            """
            {"id":"P%d","sentence":{"en":"it is so","zh":""},"kind":"fact","changes":"plan",
             "state":"lone","round":1}
            """
                .formatted(number));
    return Analyses.with(Analyses.with(point, "votes", votes), "shown", shown(ballots));
  }

  private static Conflict conflict(
      int number, SettledBy settledBy, int one, int other, int ballots) {
    List<SideVote> votes = new ArrayList<>();
    for (int voter = 1; voter <= one + other; voter++) {
      votes.add(
          new SideVote("v" + voter, 2, voter <= one ? 1 : 2, List.of(), List.of(), "because"));
    }
    Conflict conflict =
        Analyses.read(
            Conflict.class,
            """
            {"id":"C%d","question":{"en":"which?","zh":""},"settled_by":"%s","state":"open","round":1,
             "why":"they exclude each other",
             "sides":[{"position":{"en":"this","zh":""}},{"position":{"en":"that","zh":""}}]}
            """
                .formatted(number, settledBy));
    return Analyses.with(Analyses.with(conflict, "votes", votes), "shown", shown(ballots));
  }

  private static List<Shown> shown(int ballots) {
    return IntStream.range(0, ballots).mapToObj(round -> new Shown("v1", round + 2)).toList();
  }
}
