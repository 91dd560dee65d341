package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.Ballot.ConflictVote;
import dev.conclave.workflows.discussion.Ballot.PointVote;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How votes decide points and conflicts, by rule of docs/discussion.md, section 5. */
class VoteCountTest {
  private static final String RUN = "run: pytest, 3 passed";

  private static final TreeFacts TREE =
      file -> file.startsWith("gone") ? OptionalInt.empty() : OptionalInt.of(100);

  @ParameterizedTest(name = "{0}, {1} of who said it; {2}, {3} of who did not")
  @CsvSource({
    ", , AGREE, AGREE, AGREED",
    ", , AGREE, , PARTIAL",
    ", , AGREE, UNSURE, PARTIAL",
    ", , AGREE, PARTLY, PARTIAL",
    ", , , , LONE",
    ", , AGREE, DISAGREE, DISPUTED",
    ", , DISAGREE, DISAGREE, DISPUTED",
    "DISAGREE, , AGREE, AGREE, DISPUTED",
    "DISAGREE, , DISAGREE, DISAGREE, REFUTED",
    "DISAGREE, , , , REFUTED",
    ", withdrawn, , , WITHDRAWN",
    ", withdrawn, , DISAGREE, REFUTED"
  })
  void the_state_of_a_point_follows_from_the_votes_of_all_who_saw_it(
      Choice own, String withdrawn, Choice bert, Choice cleo, PointState state) {
    Ledger ledger = first("ada", "bert", "cleo");
    Ballot back = ballot("withdrawn", new Ballot.Withdrawal("ada.1.f1", "wrong"));
    Ballot adas = withdrawn != null ? back : vote(own);

    Ledger voted = round(2, ledger, voting("ada", adas), voting("bert", vote(bert)), cleo(cleo));

    assertThat(point(voted).state()).isEqualTo(state);
  }

  private static Analysis cleo(Choice choice) {
    return voting("cleo", vote(choice));
  }

  @ParameterizedTest
  @CsvSource({
    "AGREE, '', '', UNSURE",
    "AGREE, looked it up, '', AGREE",
    "AGREE, '', src/a.py:1, AGREE",
    "DISAGREE, looked it up, '', UNSURE",
    "DISAGREE, '', src/a.py:1, UNSURE",
    "DISAGREE, looked it up, src/a.py:1, DISAGREE",
    "PARTLY, '', src/a.py:1, UNSURE",
    "MISREAD, looked it up, '', MISREAD"
  })
  void a_voter_needs_evidence_or_a_reason_to_agree_and_both_to_disagree(
      Choice vote, String note, String evidence, Choice counted) {
    List<String> cited = Stream.of(evidence).filter(one -> !one.isEmpty()).toList();
    Ledger ledger = first("ada", "bert");
    Ballot ballot = ballot("votes", new PointVote("P1", vote, cited, note));

    assertThat(point(round(2, ledger, voting("bert", ballot))).votes())
        .singleElement()
        .returns(counted, Ledger.Vote::choice);
  }

  @Test
  void the_last_vote_counts_and_an_absent_agent_keeps_its_statement() {
    Ledger disputed = round(2, first("ada", "bert"), voting("bert", vote(Choice.DISAGREE)));
    Ledger agreed = round(3, disputed, voting("bert", vote(Choice.AGREE)));

    assertThat(point(disputed).state()).as("ada was away").isEqualTo(PointState.DISPUTED);
    assertThat(point(agreed).state()).isEqualTo(PointState.AGREED);
    assertThat(point(agreed).votes()).hasSize(1);
  }

  @Test
  void a_stand_in_that_does_not_vote_on_a_point_prevents_its_agreement() {
    Ledger said = first("ada", "bert");
    Analysis agrees = voting("bert", vote(Choice.AGREE));

    assertThat(point(round(2, said, agrees)).state()).isEqualTo(PointState.AGREED);
    assertThat(point(round(2, said, agrees, voting("dora", Ballot.EMPTY))).state())
        .isEqualTo(PointState.PARTIAL);
  }

  @ParameterizedTest
  @CsvSource({"gone.py:3, PARTIAL", "gone.py:3 src/a.py:9, PUT_TOGETHER", "src/a.py:101, PARTIAL"})
  void a_point_without_existing_citations_is_at_most_partial(String places, PointState state) {
    String cited = " [" + places.replace(" ", "] [") + "]";
    Ledger entered =
        entered(
            Analyses.analysis("ada", "It is so" + cited), Analyses.analysis("bert", "So" + cited));
    Ledger ledger = count(1, entered, moderation("points", same("ada.1.f1", "bert.1.f1"))).ledger();

    assertThat(point(ledger).state()).isEqualTo(state);
  }

  @Test
  void a_point_against_a_decision_is_marked_never_agreed_and_not_asked_again() {
    Moderation moderation =
        Analyses.with(
            moderation("points", same("ada.1.f1", "bert.1.f1")),
            "against",
            List.of(new Moderation.Against("ada.1.f1", "Q1: in memory")));
    HumanAnswer answer = new HumanAnswer("Q1", "Where?", Optional.empty(), "in memory", "lena");
    Ledger said = said("ada", "bert", "both");
    Ledger ledger = moderated(said, moderation, answer);

    assertThat(point(ledger))
        .returns(Optional.of("Q1: in memory"), Point::against)
        .returns(PointState.PARTIAL, Point::state);
    assertThat(ledger.ballot()).doesNotContain(point(ledger).id());
    assertThat(point(moderated(said, moderation)).against())
        .as("nobody has decided anything")
        .isEmpty();
  }

  private static Ledger moderated(Ledger entered, Moderation moderation, HumanAnswer... answers) {
    List<Analysis> all = analyses("ada", "bert");
    return RoundCount.of(
            Analyses.request(1, 3, 2, true, answers),
            entered,
            moderation,
            all,
            List.of("ada", "bert"))
        .ledger();
  }

  @Test
  void a_note_is_neither_voted_on_nor_counted() {
    Moderation.SamePoint note =
        Analyses.with(same("ada.1.f1", "bert.1.f1"), "kind", Point.PointKind.NOTE);
    RoundCount count = count(1, said("ada", "bert", "both"), moderation("points", note));

    assertThat(count.convergence().agreementRatio()).isZero();
    assertThat(count.ledger().ballot()).isEmpty();
  }

  // Conflicts: ada and cleo support the first side, bert the second.

  @ParameterizedTest
  @CsvSource({
    // Votes of ada, bert and cleo: a side, 0 for both-hold, -1 for neither; e adds evidence.
    "1, 2, 1, OPEN, CODE, 0",
    "1e, 2, 1, SETTLED, CODE, 1",
    "1e, 2e, 1e, OPEN, CODE, 0",
    "1, 1, 1, SETTLED, CODE, 1",
    "2, 2, 2, SETTLED, CODE, 2",
    "0, 0, 1, SETTLED, CODE, 1",
    "0, 0, 0, DISSOLVED, CODE, 0",
    "-1, -1, -1, OPEN, HUMAN, 0"
  })
  void a_code_conflict_is_settled_when_one_side_remains_or_two_thirds_prove_it(
      String ada,
      String bert,
      String cleo,
      Conflict.ConflictState state,
      SettledBy by,
      int winner) {
    Ledger ledger =
        round(2, clash(SettledBy.CODE), side("ada", ada), side("bert", bert), side("cleo", cleo));

    assertThat(conflict(ledger).state()).isEqualTo(state);
    assertThat(conflict(ledger).settledBy()).isEqualTo(by);
    assertThat(conflict(ledger).winner().orElse(0)).isEqualTo(winner);
  }

  @Test
  void a_side_held_only_by_absent_agents_leaves_the_conflict_to_the_human() {
    Ledger left = round(2, clash(SettledBy.CODE), side("ada", "-1"), side("cleo", "-1"));
    Ledger held = round(2, clash(SettledBy.CODE), side("ada", "-1"), side("bert", "2"), cleo(null));

    assertThat(conflict(left).settledBy()).as("bert alone, who is away").isEqualTo(SettledBy.HUMAN);
    assertThat(conflict(held).settledBy()).isEqualTo(SettledBy.CODE);
  }

  @Test
  void a_unanimous_conflict_stays_settled_when_other_agents_vote() {
    Ledger settled =
        round(2, clash(SettledBy.CODE), side("ada", "1"), side("bert", "1"), side("cleo", "1"));
    Ledger later = round(3, settled, Analyses.analysis("dora", "TLS adds no buffer"));

    assertThat(conflict(settled).open()).isFalse();
    assertThat(conflict(later)).isEqualTo(conflict(settled));
  }

  @Test
  void the_preferred_side_of_a_human_conflict_is_recommended() {
    Ledger one = clash(SettledBy.HUMAN);
    RoundCount voted =
        counted(2, one, List.of(side("ada", "1"), side("bert", "1"), side("cleo", "1")), 1);

    assertThat(conflict(voted.ledger()).open()).isTrue();
    assertThat(voted.questions())
        .singleElement()
        .returns("C1", Question::id)
        .returns(Optional.of(1), Question::recommended)
        .returns(List.of("ada", "bert", "cleo"), Question::recommendedBy);
    assertThat(voted.convergence().recommendation()).isEqualTo(Recommendation.USER_INPUT_NEEDED);

    HumanAnswer answer = new HumanAnswer("C1", "Which?", Optional.of(2), "that", "lena");
    Conflict settled = conflict(again(voted, answer).ledger());
    assertThat(settled.how()).contains("lena: that");
    assertThat(settled.winner()).contains(2);
  }

  @Test
  void entries_not_yet_on_a_ballot_are_not_disagreements() {
    Ledger unseen = clash(SettledBy.CODE);
    RoundCount seen = counted(2, unseen, List.of(side("ada", "1e"), side("bert", "2e")), 1);

    assertThat(counted(2, unseen, List.of(), 1).rationale().en()).contains("no disagreement");
    assertThat(seen.rationale().en()).contains("1 disagreement");
  }

  @Test
  void a_tie_between_approaches_becomes_a_question_for_the_human() {
    Ledger ways = count(1, entered(proposing("ada", Level.LOW), proposing("bert", Level.LOW)));
    List<Analysis> tied = List.of(ranking("ada", "S1", "S2"), ranking("bert", "S2", "S1"));
    RoundCount count = counted(2, ways, tied, 1);
    RoundCount agreed =
        counted(2, ways, List.of(ranking("ada", "S1", "S2"), ranking("bert", "S1", "S2")), 1);

    assertThat(count.questions())
        .singleElement()
        .satisfies(one -> assertThat(one.question().en()).startsWith("Which of these"))
        .satisfies(one -> assertThat(one.options()).hasSize(2));
    assertThat(count.convergence().recommendation()).isEqualTo(Recommendation.USER_INPUT_NEEDED);
    assertThat(agreed.questions()).isEmpty();
    assertThat(agreed.solutions().get(0).rankedFirstBy()).containsExactly("ada", "bert");
  }

  @Test
  void the_approach_the_human_chose_comes_first_without_agreement() {
    Ledger ways = count(1, entered(proposing("ada", Level.LOW), proposing("bert", Level.LOW)));
    List<Analysis> tied = List.of(ranking("ada", "S1", "S2"), ranking("bert", "S2", "S1"));
    RoundCount count = counted(2, ways, tied, 1);
    String id = count.questions().get(0).id();
    int other = count.solutions().get(0).entry().equals("S1") ? 2 : 1;

    RoundCount decided =
        again(count, new HumanAnswer(id, "Which way?", Optional.of(other), "that", "lena"));

    assertThat(decided.solutions().get(0).entry()).isEqualTo("S" + other);
    assertThat(decided.solutions()).hasSize(2);
    assertThat(decided.ledger().hasDecidedApproach()).isTrue();
    assertThat(counted(3, decided.ledger(), tied, 0).solutions().get(0).entry())
        .as("in a later round")
        .isEqualTo("S" + other);
  }

  @Test
  void effort_versus_quality_is_asked_last_and_only_between_two_levels() {
    Ledger low = entered(proposing("ada", Level.LOW), proposing("bert", Level.HIGH));
    Ledger near = entered(proposing("ada", Level.LOW), proposing("bert", Level.MEDIUM));
    Moderation asks = moderation("conflicts", clashOf(SettledBy.HUMAN, "ada.1.f1", "bert.1.f1"));

    assertThat(count(1, low, asks).questions())
        .extracting(one -> one.question().en())
        .containsExactly(
            "The moderator asks: \"Which?\"",
            "Which matters more, low effort or a thorough solution?");
    assertThat(count(1, near, asks).questions()).hasSize(1);
  }

  @Test
  void voters_questions_are_kept_verbatim_and_unique_without_a_moderator() {
    Analysis ada = asking("ada", Map.of("question", "Which store?", "options", List.of("a", "b")));
    Analysis bert = asking("bert", Map.of("question", "which store", "options", List.of("a", "b")));
    Analysis open = asking("bert", Map.of("question", "What else?", "options", List.of()));

    assertThat(unmoderated(ada, bert).questions())
        .singleElement()
        .returns("Q1", Question::id)
        .returns(Optional.of(2), Question::recommended)
        .returns(List.of("ada"), Question::recommendedBy);
    assertThat(unmoderated(open).questions()).isEmpty();
    assertThat(count(1, entered(ada, bert), moderation("points")).questions())
        .as("the moderator found none")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CHOICE, src/a.py:1, true",
    "CHOICE, gone.py:1, false",
    "PLAN, src/a.py:1, false",
    "NONE, src/a.py:1, false"
  })
  void a_new_statement_that_changes_the_choice_with_a_valid_citation_is_an_insight(
      Point.Changes changes, String place, boolean insight) {
    Analysis finds = Analyses.voting(Analyses.analysis("ada", "New [" + place + "]"), Ballot.EMPTY);
    Moderation.Single single = new Moderation.Single("ada.2.f1", Point.PointKind.FACT, changes);
    Ledger entered = enter(2, first("ada", "bert"), List.of(finds));
    RoundCount count = count(2, entered, moderation("single", single));

    assertThat(count.convergence().newInsights()).isEqualTo(insight);
  }

  @Test
  void answers_to_a_persons_question_do_not_lower_the_score() {
    Analysis finds = Analyses.voting(Analyses.analysis("ada", "New [src/a.py:1]"), Ballot.EMPTY);
    Moderation told =
        moderation(
            "single",
            new Moderation.Single("ada.2.f1", Point.PointKind.FACT, Point.Changes.CHOICE));
    Ledger entered = enter(2, first("ada", "bert"), List.of(finds));
    CountRequest asked =
        Analyses.with(Analyses.request(2, 3, 1, true), "feedback", "What of Windows?");
    List<Analysis> replies = analyses("ada", "bert");
    List<String> voters = List.of("ada", "bert");

    double unasked =
        RoundCount.of(Analyses.request(2, 3, 1, true), entered, told, replies, voters)
            .convergence()
            .score();
    assertThat(RoundCount.of(asked, entered, told, replies, voters).convergence().score())
        .isCloseTo(unasked + 0.2, within(0.001));
  }

  @Test
  void a_new_approach_or_conflict_is_an_insight() {
    Ledger first = count(1, said("ada", "bert", "both"));
    Ledger way =
        enter(2, first, List.of(Analyses.voting(proposing("ada", Level.LOW), Ballot.EMPTY)));

    assertThat(count(2, first, moderation("points")).convergence().newInsights()).isFalse();
    assertThat(count(2, way, moderation("points")).convergence().newInsights()).isTrue();
    assertThat(
            count(
                    2,
                    first,
                    moderation("conflicts", clashOf(SettledBy.CODE, "ada.1.f1", "bert.1.f1")))
                .convergence()
                .newInsights())
        .isTrue();
  }

  @Test
  void options_without_any_existing_citation_come_last() {
    Approach good = way("good", Level.HIGH, "src/a.py");
    Approach made = way("made up", Level.LOW, "gone.py");
    Approach created = Analyses.approach("new file", "in detail", Level.HIGH, Level.HIGH);
    Ledger entered = entered(of("ada", List.of(made, good)), of("bert", List.of(created)));
    RoundCount count = count(1, entered, moderation("points"));

    assertThat(count.solutions()).extracting(Solution::name).last().isEqualTo("made up");
    assertThat(count.solutions()).extracting(Solution::name).contains("good", "new file");
  }

  /** The last two are examples from Krippendorff's "Computing Krippendorff's Alpha-Reliability". */
  @ParameterizedTest
  @CsvSource({
    "a a b b, a a b b, 1.0",
    "a b a, b a b, -0.667",
    "a b a a a a a a b a, b b b a a b a a a a, 0.095",
    "a a b b d c c c e d d a, b a b b b c c c e d d d, 0.692"
  })
  void alpha_is_one_for_equal_votes_and_about_zero_for_chance(
      String one, String other, double alpha) {
    List<String> ones = List.of(one.split(" "));
    List<String> others = List.of(other.split(" "));
    List<List<String>> units =
        Stream.iterate(0, i -> i < ones.size(), i -> i + 1)
            .map(i -> List.of(ones.get(i), others.get(i)))
            .toList();

    assertThat(RoundCount.alpha(units)).isCloseTo(alpha, within(0.001));
    assertThat(RoundCount.alpha(units.subList(0, 2))).as("too few to say anything").isNull();
  }

  // Statements and votes.

  /** Returns a statement of the first agent, or of each if the last word is "both". */
  private static Ledger said(String... agents) {
    boolean both = agents[agents.length - 1].equals("both");
    return entered(
        Stream.of(agents)
            .filter(agent -> !agent.equals("both"))
            .map(
                agent ->
                    both || agent.equals(agents[0])
                        ? Analyses.analysis(agent, agent + " found it")
                        : Analyses.analysis(agent))
            .toArray(Analysis[]::new));
  }

  private static Analysis of(String agent, List<Approach> approaches) {
    return Analyses.analysis(agent, 0.9, List.of(agent + " found it"), approaches, List.of());
  }

  private static Approach way(String name, Level effort, String file) {
    return Analyses.approach(name, List.of(), List.of(), effort, Level.LOW, file);
  }

  private static Analysis proposing(String agent, Level effort) {
    return of(agent, List.of(way("way of " + agent, effort, "src/a.py")));
  }

  private static Analysis asking(String agent, Map<String, ?> question) {
    Map<String, Object> all = new HashMap<>(question);
    all.putAll(Map.of("why", "the task is silent", "recommended", 2));
    return Analyses.with(Analyses.analysis(agent, "It is"), "open_questions", List.of(all));
  }

  private static Ballot ballot(String field, Object... entries) {
    return Analyses.of(Ballot.class, Map.of(field, List.of(entries)));
  }

  /** Returns a vote on the first point, or an empty ballot for null. */
  private static Ballot vote(Choice choice) {
    return choice == null ? Ballot.EMPTY : Analyses.ballot(Map.of("P1", choice));
  }

  private static Analysis voting(String agent, Ballot ballot) {
    return Analyses.voting(Analyses.analysis(agent), ballot);
  }

  private static Analysis ranking(String agent, String... ids) {
    return voting(agent, Analyses.of(Ballot.class, Map.of("ranking", List.of(ids))));
  }

  private static Analysis side(String agent, String vote) {
    int side = Integer.parseInt(vote.replace("e", ""));
    List<String> evidence = vote.endsWith("e") ? List.of(RUN) : List.of();
    return voting(agent, ballot("conflicts", new ConflictVote("C1", side, evidence, "because")));
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

  private static Ledger clash(SettledBy settledBy) {
    Ledger entered = said("ada", "bert", "cleo", "both");
    Moderation.Clash clash =
        Analyses.with(
            clashOf(settledBy, "ada.1.f1", "bert.1.f1"),
            "sides",
            List.of(
                new Side(LocalizedText.of("this"), List.of("ada.1.f1", "cleo.1.f1")),
                new Side(LocalizedText.of("that"), List.of("bert.1.f1"))));
    return count(1, entered, moderation("conflicts", clash)).ledger();
  }

  private static Moderation.Clash clashOf(SettledBy settledBy, String one, String other) {
    Side first = new Side(LocalizedText.of("this"), List.of(one));
    Side second = new Side(LocalizedText.of("that"), List.of(other));
    return new Moderation.Clash(
        Optional.empty(),
        LocalizedText.of("Which?"),
        List.of(first, second),
        settledBy,
        "it cannot be");
  }

  // Entering and counting.

  private static Ledger entered(Analysis... analyses) {
    return enter(1, Ledger.EMPTY, List.of(analyses));
  }

  private static Ledger enter(int round, Ledger ledger, List<Analysis> analyses) {
    return LedgerRules.merge(
        ledger,
        round,
        analyses,
        analyses.stream().map(one -> Analyses.answered(one.tool())).toList(),
        List.of(),
        TREE);
  }

  private static Ledger round(int round, Ledger ledger, Analysis... ballots) {
    return counted(round, ledger, List.of(ballots), 3).ledger();
  }

  private static RoundCount counted(
      int round, Ledger ledger, List<Analysis> ballots, int roundsLeft) {
    Ledger entered = enter(round, ledger, ballots);
    return count(round, entered, Optional.empty(), false, ballots, roundsLeft);
  }

  /** Returns a first round in which only the first agent makes a statement. */
  private static Ledger first(String... agents) {
    List<Analysis> analyses = analyses(agents);
    return count(1, said(agents), Optional.of(moderation("points")), true, analyses, 2).ledger();
  }

  private static Ledger count(int round, Ledger entered) {
    return count(round, entered, moderation("points")).ledger();
  }

  private static RoundCount count(int round, Ledger entered, Moderation moderation) {
    List<Analysis> voters =
        entered.statements().stream()
            .map(Ledger.Statement::agent)
            .distinct()
            .map(agent -> Analyses.analysis(agent))
            .toList();
    List<Analysis> all = voters.size() > 1 ? voters : analyses("ada", "bert");
    return count(round, entered, Optional.of(moderation), true, all, 2);
  }

  private static List<Analysis> analyses(String... agents) {
    return Stream.of(agents).map(agent -> Analyses.analysis(agent)).toList();
  }

  private static RoundCount unmoderated(Analysis... analyses) {
    return count(1, entered(analyses), Optional.empty(), false, List.of(analyses), 2);
  }

  private static RoundCount count(
      int round,
      Ledger entered,
      Optional<Moderation> moderation,
      boolean needed,
      List<Analysis> analyses,
      int roundsLeft) {
    List<String> voters = analyses.stream().map(Analysis::tool).sorted().toList();
    return RoundCount.of(
        Analyses.request(round, 3, roundsLeft, needed),
        entered,
        moderation.orElse(null),
        analyses,
        voters);
  }

  private static RoundCount again(RoundCount count, HumanAnswer answer) {
    SynthesisRecord before =
        Analyses.of(
            SynthesisRecord.class,
            Map.of(
                "ledger", count.ledger(),
                "convergence", count.convergence(),
                "solutions", count.solutions(),
                "not_cross_verified", count.notCrossVerified(),
                "voters", List.of("ada", "bert", "cleo")));
    return RoundCount.recount(
        before, new RecountRequest(new DocumentRef("", 0), 3, 1, List.of(answer)));
  }

  private static Point point(Ledger ledger) {
    return ledger.points().get(0);
  }

  private static Conflict conflict(Ledger ledger) {
    return ledger.conflicts().get(0);
  }
}
