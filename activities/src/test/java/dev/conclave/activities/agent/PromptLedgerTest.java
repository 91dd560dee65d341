package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Aliases;
import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.LocalizedText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PromptLedgerTest {
  private static final List<String> AGENTS = List.of("ada", "bert", "cleo");
  private static final List<AgentRun> RUNS = AGENTS.stream().map(Analyses::answered).toList();
  private static final int FENCES = 1 << 10;

  @Test
  void a_ledger_in_a_prompt_is_limited_to_forty_kib_in_any_language() {
    Ledger first = disputed("限".repeat(400));

    List<String> parts =
        new PromptLedger(first, 1, Aliases.of("r2", first), Fence.random(), "").ballot("ada");

    int bytes = String.join("\n", parts).getBytes(StandardCharsets.UTF_8).length;
    assertThat(bytes).isBetween(20 << 10, (40 << 10) + FENCES);
    assertThat(first.waiting()).isPositive();
    assertThat(first.ballot()).isNotEmpty();
    assertThat(String.join("\n", parts))
        .contains(first.ballot())
        .contains(first.waiting() + " more entries wait for the next ballot.");
  }

  @Test
  void settled_entries_take_one_line_and_open_questions_list_their_options() {
    Ledger said = disputed("the words\nof a finding");
    Ledger.Question question =
        new Ledger.Question(
            "Q1",
            LocalizedText.of("Which limit?"),
            List.of(LocalizedText.of("ten"), LocalizedText.of("twenty")),
            Optional.of(2),
            List.of("ada"),
            List.of(),
            Optional.empty());
    Ledger ledger =
        new Ledger(
            said.next(),
            said.statements(),
            said.points(),
            said.conflicts(),
            said.approaches(),
            List.of(question),
            said.rankings(),
            List.of(),
            0);
    List<HumanAnswer> answers =
        List.of(new HumanAnswer("P1", "Does it hold?", Optional.of(1), "it holds", "lena"));
    ledger = LedgerRules.merge(ledger, 3, List.of(), RUNS, answers, file -> OptionalInt.of(100));
    PromptLedger part = new PromptLedger(ledger, 3, Aliases.of("r3", ledger), Fence.random(), "");

    assertThat(String.join("\n", part.ballot("ada")))
        .containsPattern(
            "settled\nP\\d+\\. analyst [HJL](?: and analyst [HJL]){2}: \"1the words of a finding\".* — decided: it holds\n");
    assertThat(String.join("\n", part.own("ada", List.of(), false)))
        .contains(
            "take the recommended option",
            "Q1. Which limit? (1: ten; 2: twenty); recommended: 2 — the answer is pending")
        .doesNotContain("by ada");
    PromptLedger told =
        new PromptLedger(ledger, 3, Aliases.NONE, Fence.random(), "P1. Does it hold? — it holds");
    assertThat(String.join("\n", told.forPlan(Set.of())) + String.join("\n", told.ballot("ada")))
        .as("shown elsewhere in the prompt")
        .doesNotContain("decided");
    assertThat(String.join("\n", part.known())).contains("(1: ten; 2: twenty)");
  }

  @Test
  void a_planner_sees_what_is_disputed_and_why() {
    Ledger ledger = disputed("the words");

    assertThat(new PromptLedger(ledger, 2, Aliases.NONE, Fence.random(), "").forPlan(Set.of()))
        .anySatisfy(
            part ->
                assertThat(part)
                    .contains(
                        "not settled, find out",
                        "analyst cleo: \"1the words\"",
                        "(the moderator: \"the words1\")",
                        "ada voted disagree: looked"));
  }

  @Test
  void a_vote_shows_what_was_run_or_that_it_has_no_evidence() {
    List<Ledger.SideVote> votes =
        List.of(
            new Ledger.SideVote("ada", 2, 1, List.of(), List.of(), "so it is documented"),
            new Ledger.SideVote("bert", 2, 2, List.of(), List.of("go test: the first"), ""));
    Ledger.Conflict conflict =
        new Ledger.Conflict(
            "C1",
            LocalizedText.of("All lines or the first?"),
            List.of(
                new Ledger.Side(LocalizedText.of("all"), List.of()),
                new Ledger.Side(LocalizedText.of("the first"), List.of())),
            Ledger.Conflict.SettledBy.CODE,
            "",
            votes,
            Ledger.Conflict.ConflictState.OPEN,
            Optional.empty(),
            Optional.empty(),
            1,
            List.of(),
            null);
    Ledger ledger = Analyses.with(Ledger.EMPTY, "conflicts", List.of(conflict));
    Ledger unrun =
        Analyses.with(
            Ledger.EMPTY,
            "conflicts",
            List.of(Analyses.with(conflict, "votes", votes.subList(0, 1))));

    assertThat(forPlan(ledger))
        .contains(
            "ada voted side 1: so it is documented (without evidence)",
            "bert voted side 2:  (ran: go test: the first)")
        .doesNotContain("nobody has run");
    assertThat(forPlan(unrun)).contains("nobody has run anything to settle it");
  }

  @Test
  void a_reworded_point_names_the_voter_and_drops_the_old_words() {
    Analysis ada = Analyses.analysis("ada", "Loggers and request ids use contextKey [src/a.py:1]");
    Analysis bert = Analyses.analysis("bert", "Requests have ids [src/a.py:2]");
    Ledger first = count(1, enter(Ledger.EMPTY, 1, List.of(ada, bert)), Optional.of(puts()));
    Ballot partly = Analyses.ballot(Map.of("P1", Choice.PARTLY));
    Ballot silent = Analyses.ballot(Map.of("P2", Choice.AGREE));
    Ledger second =
        count(
            2,
            enter(
                first,
                2,
                List.of(
                    Analyses.voting(Analyses.analysis("ada"), silent),
                    Analyses.voting(Analyses.analysis("bert"), partly))),
            Optional.of(puts(point("P1", "Loggers use contextKey", "ada.1.f1"))));

    Aliases aliases = Aliases.of("r3", second);
    String ballot =
        String.join("\n", new PromptLedger(second, 3, aliases, Fence.random(), "").ballot("cleo"));
    String letter = aliases.letter("bert");
    assertThat(ballot)
        .contains(
            "P1. Loggers use contextKey [src/a.py:1] (" + aliases.letter("ada") + ".1.f1)\n",
            "reworded, as " + letter + " voted partly: looked it up [src/a.py:1]",
            "before that, " + aliases.letter("ada") + ".1.f1: Loggers and request ids");
    assertThat(forPlan(second)).contains("by the moderator: Loggers use contextKey\n");

    Ballot agree = Analyses.ballot(Map.of("P1", Choice.AGREE, "P2", Choice.AGREE));
    List<Analysis> both =
        List.of(
            Analyses.voting(Analyses.analysis("ada"), agree),
            Analyses.voting(Analyses.analysis("bert"), agree),
            Analyses.voting(Analyses.analysis("cleo"), agree));
    Ledger third = count(3, enter(second, 3, both), Optional.empty());
    assertThat(forPlan(third))
        .contains("P1. Loggers use contextKey", "reworded, as bert voted partly: looked it up")
        .doesNotContain("Loggers and request ids");
    assertThat(new PromptLedger(third, 4, aliases, Fence.random(), "").ballot("cleo"))
        .anySatisfy(part -> assertThat(part).contains("reworded after the vote of " + letter));
  }

  @Test
  void a_reviewer_reads_its_own_findings_in_full_and_an_analyst_their_start() {
    String end = "which is decided only at the end of the sentence";
    String words = "a fault whose description goes on for more than eighty characters, " + end;
    Ledger ledger = enter(Ledger.EMPTY, 1, List.of(Analyses.analysis("ada", words)));
    PromptLedger part = new PromptLedger(ledger, 2, Aliases.of("r2", ledger), Fence.random(), "");

    assertThat(String.join("\n", part.own("ada", List.of(), true))).contains(end);
    assertThat(String.join("\n", part.own("ada", List.of(), false)))
        .contains("a fault whose description")
        .doesNotContain(end);
  }

  @Test
  void a_moderator_that_only_rewords_reads_the_points_alone() {
    Ledger entered =
        enter(
            Ledger.EMPTY,
            1,
            List.of(Analyses.analysis("ada", "one"), Analyses.analysis("bert", "another")));
    Ledger ledger =
        count(1, entered, Optional.of(puts(point("", "The one", "ada.1.f1", "bert.1.f1"))));
    PromptLedger part = new PromptLedger(ledger, 2, Aliases.of("r2", ledger), Fence.random(), "");

    assertThat(part.fresh()).isEmpty();
    assertThat(part.knownPoints()).hasSize(1);
    assertThat(part.known()).containsAll(part.knownPoints());
  }

  @Test
  void an_earlier_reply_is_linked_to_its_ledger_entry() {
    String words =
        "the same words of a finding, which is so long that nobody wants to read it twice";
    Analysis ada = Analyses.analysis("ada", words);
    Analysis bert = Analyses.analysis("bert", "one thing", "another thing");
    Ledger entered = enter(Ledger.EMPTY, 1, List.of(ada, bert));
    Ledger ledger =
        count(
            1,
            entered,
            Optional.of(
                puts(
                    point("", "The one", "ada.1.f1", "bert.1.f1"),
                    point("", "The other", "ada.1.f1", "bert.1.f2"))));
    Ledger agreed = Analyses.with(ledger, "points", agreed(ledger));

    assertThat(forPlan(agreed)).containsOnlyOnce(words).contains("ada.1.f1: as under P1\n");
  }

  @Test
  void an_analyst_who_has_voted_is_reminded_of_agreed_points_and_reads_reworded_ones_in_full() {
    Ledger ledger = disputed("the words");
    String sentence = "It is so. ".repeat(30).strip();
    Point agreed =
        Analyses.with(
            Analyses.with(ledger.points().get(0), "state", Point.PointState.AGREED),
            "sentence",
            LocalizedText.of(sentence));
    Point reworded = Analyses.with(agreed, "reworded", agreed.votes());

    assertThat(ballot(ledger, agreed, "ada")).contains("It is so. It").doesNotContain(sentence);
    assertThat(ballot(ledger, agreed, "bert")).contains(sentence);
    assertThat(ballot(ledger, reworded, "ada")).contains(sentence);
  }

  private static String ballot(Ledger ledger, Point point, String agent) {
    Ledger one = Analyses.with(ledger, "points", List.of(point));
    return String.join(
        "\n", new PromptLedger(one, 3, Aliases.of("r3", one), Fence.random(), "").ballot(agent));
  }

  private static List<Point> agreed(Ledger ledger) {
    return ledger.points().stream()
        .map(point -> Analyses.with(point, "state", Point.PointState.AGREED))
        .map(point -> Analyses.with(point, "sentence", LocalizedText.of("It is so")))
        .toList();
  }

  private static Moderation puts(Moderation.SamePoint... points) {
    return new Moderation(List.of(points), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  private static Moderation.SamePoint point(String id, String sentence, String... members) {
    return new Moderation.SamePoint(
        Optional.of(id).filter(any -> !any.isEmpty()),
        LocalizedText.of(sentence),
        List.of(members),
        Point.PointKind.FACT,
        Point.Changes.PLAN);
  }

  private static String forPlan(Ledger ledger) {
    return String.join(
        "\n", new PromptLedger(ledger, 3, Aliases.NONE, Fence.random(), "").forPlan(Set.of()));
  }

  @Test
  void a_cast_vote_is_kept_and_not_requested_again() {
    Ledger ledger = disputed("the words");
    PromptLedger part = new PromptLedger(ledger, 3, Aliases.of("r3", ledger), Fence.random(), "");

    assertThat(part.voted("ada")).isEqualTo(String.join(", ", ledger.ballot()));
    assertThat(part.unvoted("P", "ada")).isEmpty();
    assertThat(part.voted("bert")).isEmpty();
    assertThat(part.unvoted("P", "bert")).isEqualTo(String.join(", ", ledger.ballot()));
  }

  @Test
  void a_conflict_settled_by_votes_names_the_side_but_no_voters() {
    Ledger.Side one = new Ledger.Side(LocalizedText.of("in memory"), List.of());
    Ledger.Side other = new Ledger.Side(LocalizedText.of("in Redis"), List.of());
    Ledger.Conflict settled =
        new Ledger.Conflict(
            "C1",
            LocalizedText.of("Where is it counted?"),
            List.of(one, other),
            Ledger.Conflict.SettledBy.CODE,
            "",
            List.of(),
            Ledger.Conflict.ConflictState.SETTLED,
            Optional.of("2 of 3 voters: ada, bert"),
            Optional.of(2),
            1,
            List.of(),
            null);
    Ledger ledger = Analyses.with(Ledger.EMPTY, "conflicts", List.of(settled));

    assertThat(new PromptLedger(ledger, 2, Aliases.NONE, Fence.random(), "").ballot("ada"))
        .anySatisfy(
            part ->
                assertThat(part).contains("C1. Where is it counted? — in Redis (2 of 3 voters)\n"));
    Ledger.Conflict open = Analyses.with(settled, "state", Ledger.Conflict.ConflictState.OPEN);
    Ledger left = Analyses.with(Ledger.EMPTY, "conflicts", List.of(open));
    assertThat(new PromptLedger(left, 0, Aliases.NONE, Fence.random(), "").forPlan(Set.of()))
        .as("who plans learns it in words")
        .singleElement()
        .asString()
        .contains("not settled, find out", "C1. Where is it counted?", "side 2: in Redis");
    assertThat(new PromptLedger(left, 0, Aliases.NONE, Fence.random(), "").forSynthesis())
        .as("who concludes learns what nobody has settled")
        .singleElement()
        .asString()
        .contains("not to be decided by you", "side 1: in memory", "side 2: in Redis");
  }

  @Test
  void a_revision_of_2000_characters_is_shown_whole_in_later_ballots() {
    Approach easy = Analyses.approach("easy", "in detail", Level.LOW, Level.LOW);
    Analysis first = Analyses.analysis("ada", 0.9, List.of("found"), List.of(easy), List.of());
    String changes = "x".repeat(1_900) + " THE END";
    Ballot ballot =
        Analyses.of(
            Ballot.class,
            Map.of(
                "revisions",
                List.of(new Ballot.ProposedRevision("S1", Optional.empty(), changes))));
    Ledger entered = enter(Ledger.EMPTY, 1, List.of(first));
    Ledger ledger = enter(entered, 2, List.of(Analyses.voting(Analyses.analysis("bert"), ballot)));

    assertThat(new PromptLedger(ledger, 3, Aliases.NONE, Fence.random(), "").ballot("ada"))
        .anySatisfy(part -> assertThat(part).contains("bert would change: " + changes));
  }

  /** Returns twelve points on which three agents disagree at length. */
  private static Ledger disputed(String words) {
    List<String> findings =
        IntStream.rangeClosed(1, 12)
            .mapToObj(number -> number + words + " [src/a.py:" + number + "]")
            .toList();
    List<Analysis> analyses =
        AGENTS.stream()
            .map(agent -> Analyses.analysis(agent, findings.toArray(String[]::new)))
            .toList();
    List<Moderation.SamePoint> points =
        IntStream.rangeClosed(1, 12)
            .mapToObj(
                number ->
                    new Moderation.SamePoint(
                        Optional.empty(),
                        LocalizedText.of(words + number),
                        AGENTS.stream().map(agent -> agent + ".1.f" + number).toList(),
                        Point.PointKind.FACT,
                        Point.Changes.PLAN))
            .toList();
    Moderation moderation =
        new Moderation(points, List.of(), List.of(), List.of(), List.of(), List.of());
    Ledger first = enter(Ledger.EMPTY, 1, analyses);
    first = count(1, first, Optional.of(moderation));
    Map<String, Choice> votes = new LinkedHashMap<>();
    first.points().forEach(point -> votes.put(point.id(), Choice.DISAGREE));
    Analysis ballot = Analyses.voting(Analyses.analysis("ada"), Analyses.ballot(votes));
    return count(2, enter(first, 2, List.of(ballot)), Optional.empty());
  }

  private static Ledger enter(Ledger ledger, int round, List<Analysis> analyses) {
    return LedgerRules.merge(ledger, round, analyses, RUNS, List.of(), file -> OptionalInt.of(100));
  }

  private static Ledger count(int round, Ledger entered, Optional<Moderation> moderation) {
    return Analyses.count(round, 3, entered, moderation, round == 1, List.of(), AGENTS).ledger();
  }
}
