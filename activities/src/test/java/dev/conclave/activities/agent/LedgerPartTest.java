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
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Moderation;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
