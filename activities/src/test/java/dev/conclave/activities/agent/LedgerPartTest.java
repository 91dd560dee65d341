package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Aliases;
import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.discussion.RoundCount;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Moderation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LedgerPartTest {
  private static final List<String> AGENTS = List.of("ada", "bert", "cleo");
  private static final List<AgentRun> RUNS = AGENTS.stream().map(Analyses::answered).toList();
  private static final int FENCES = 1 << 10;

  @Test
  void a_ledger_in_a_prompt_has_forty_kib_whatever_the_language() {
    Ledger first = disputed("限".repeat(400));

    List<String> parts = new LedgerPart(first, 1, Aliases.of("r2", first), Fence.random()).ballot();

    int bytes = String.join("\n", parts).getBytes(StandardCharsets.UTF_8).length;
    assertThat(bytes).isBetween(20 << 10, (40 << 10) + FENCES);
    assertThat(first.waiting()).isPositive();
    assertThat(first.ballot()).isNotEmpty();
    assertThat(String.join("\n", parts))
        .contains(first.ballot())
        .contains(first.waiting() + " more entries wait for the next ballot.");
  }

  @Test
  void words_stand_above_only_when_their_entry_found_room() {
    String words = "w".repeat(590);
    Ledger shown = proposing(3, words);
    Ledger crowded = proposing(40, words);

    for (Ledger ledger : List.of(shown, crowded)) {
      LedgerPart part = new LedgerPart(ledger, 2, Aliases.of("r2", ledger), Fence.random());
      String above = String.join("\n", part.ballot());
      String own = String.join("\n", part.own("ada"));

      for (String id : ids(own)) {
        String line = own.lines().filter(one -> one.startsWith(id + ".")).findFirst().orElseThrow();
        assertThat(line.endsWith("(see above)")).as(line).isEqualTo(above.contains(id + ". way"));
      }
      assertThat(own.contains(". way")).isEqualTo(ledger == crowded);
    }
  }

  private static List<String> ids(String own) {
    return Pattern.compile("(?m)^(\\w\\.1\\.s\\d+)\\.")
        .matcher(own)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** One agent's approaches, each an entry of its own. */
  private static Ledger proposing(int approaches, String words) {
    List<Ledger.Statement> statements = new ArrayList<>();
    List<Ledger.ApproachEntry> entries = new ArrayList<>();
    for (int number = 1; number <= approaches; number++) {
      String id = "ada.1.s" + number;
      statements.add(
          new Ledger.Statement(
              id,
              "ada",
              1,
              Ledger.Statement.Type.APPROACH,
              Label.of("way " + number + ": " + words + words),
              List.of(),
              true,
              false,
              Optional.empty()));
      entries.add(
          new Ledger.ApproachEntry(
              "S" + number,
              Label.of("way " + number),
              Label.of(words),
              List.of(id),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of()));
    }
    return new Ledger(
        Ledger.EMPTY.next(),
        statements,
        List.of(),
        List.of(),
        entries,
        List.of(),
        List.of(),
        List.of(),
        0);
  }

  @Test
  void what_is_settled_is_a_line_and_what_the_user_is_asked_has_its_options() {
    Ledger said = disputed("the words\nof a finding");
    Ledger.Question question =
        new Ledger.Question(
            "Q1",
            Label.of("Which limit?"),
            List.of(Label.of("ten"), Label.of("twenty")),
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
    ledger = LedgerRules.enter(ledger, 3, List.of(), RUNS, answers, file -> OptionalInt.of(100));
    LedgerPart part = new LedgerPart(ledger, 3, Aliases.of("r3", ledger), Fence.random());

    assertThat(String.join("\n", part.ballot()))
        .containsPattern("settled\nP\\d+\\. the words of a finding1 — decided: it holds\n");
    assertThat(String.join("\n", part.own("ada")))
        .contains(
            "take the recommended option",
            "Q1. Which limit? (1: ten; 2: twenty); recommended: 2 — the answer is pending")
        .doesNotContain("by ada");
    assertThat(String.join("\n", part.forPlan())).doesNotContain("decided");
    assertThat(String.join("\n", part.known())).contains("(1: ten; 2: twenty)");
  }

  @Test
  void a_vote_that_was_given_stands_and_is_not_asked_for_again() {
    Ledger ledger = disputed("the words");
    LedgerPart part = new LedgerPart(ledger, 3, Aliases.of("r3", ledger), Fence.random());

    assertThat(part.voted("ada")).isEqualTo(String.join(", ", ledger.ballot()));
    assertThat(part.unvoted("P", "ada")).isEmpty();
    assertThat(part.voted("bert")).isEmpty();
    assertThat(part.unvoted("P", "bert")).isEqualTo(String.join(", ", ledger.ballot()));
  }

  @Test
  void a_refinement_stands_below_its_point_for_moderators_voters_and_planners() {
    Analysis broad = Analyses.analysis("ada", "Requests are counted");
    Analysis narrow = Analyses.analysis("bert", "Requests are counted, but for uploads");
    Moderation.Single refining =
        new Moderation.Single(
            "bert.1.f1", Point.Kind.FACT, Point.Changes.PLAN, Optional.of("ada.1.f1"));
    Moderation moderation =
        new Moderation(List.of(), List.of(refining), List.of(), List.of(), List.of(), List.of());
    Ledger ledger =
        count(1, enter(Ledger.EMPTY, 1, List.of(broad, narrow)), Optional.of(moderation));

    List<Function<LedgerPart, List<String>>> prompts =
        List.of(LedgerPart::ballot, LedgerPart::known, LedgerPart::forPlan);
    for (Function<LedgerPart, List<String>> prompt : prompts) {
      LedgerPart part = new LedgerPart(ledger, 2, Aliases.of("r2", ledger), Fence.random());
      assertThat(String.join("\n", prompt.apply(part)))
          .containsPattern(
              "P1\\. Requests are counted \\(\\w\\.1\\.f1 alone\\)\n"
                  + "   refined by \\w\\.1\\.f1: Requests are counted, but for uploads")
          .doesNotContain("P2.");
    }
  }

  /** Twelve points of three agents, each of whom says at length why it disagrees. */
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
                        Label.of(words + number),
                        AGENTS.stream().map(agent -> agent + ".1.f" + number).toList(),
                        Point.Kind.FACT,
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
    return LedgerRules.enter(ledger, round, analyses, RUNS, List.of(), file -> OptionalInt.of(100));
  }

  private static Ledger count(int round, Ledger entered, Optional<Moderation> moderation) {
    return RoundCount.of(
            new RoundCount.Round(
                round,
                round == 1,
                3,
                3 - round,
                entered,
                moderation,
                round == 1,
                List.of(),
                AGENTS,
                List.of()))
        .ledger();
  }
}
