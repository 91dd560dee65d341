package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.Resources;
import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.activities.agent.PromptWriter;
import dev.conclave.activities.agent.Requests;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Three recorded rounds on go-chi/chi with planted errors; see the resource's README. */
class ChiRoundsTest {
  private static final List<String> VOTERS = List.of("alpha", "beta");
  private static final List<AgentRun> RUNS = VOTERS.stream().map(Analyses::answered).toList();
  private static final TreeFacts TREE = file -> OptionalInt.of(1_000_000);

  @Test
  void planted_errors_are_refuted_and_merged_points_are_agreed_after_the_ballots() {
    RoundCount one = round(1, Ledger.EMPTY, ".1.txt", Optional.of("beta"));
    RoundCount two = round(2, one.ledger(), ".ballot.2.txt", Optional.of("alpha"));
    RoundCount three = round(3, two.ledger(), ".ballot.3.txt", Optional.empty());

    assertThat(one.ledger().points(PointState.AGREED)).isEmpty();
    assertThat(one.ledger().points(PointState.PUT_TOGETHER)).hasSize(10);
    assertThat(two.ledger().points(PointState.AGREED)).hasSizeGreaterThanOrEqualTo(10);
    assertThat(three.ledger().conflicts())
        .filteredOn(conflict -> conflict.settledBy() == Conflict.SettledBy.CODE)
        .hasSize(3)
        .allMatch(conflict -> conflict.state() == Conflict.ConflictState.SETTLED)
        .allMatch(conflict -> conflict.winner().equals(Optional.of(2)));
    assertThat(two.ledger().points())
        .as("worded anew as one voter called them half right")
        .filteredOn(point -> !point.reworded().isEmpty())
        .extracting(Ledger.Point::id)
        .contains("P8", "P13");
    assertThat(three.ledger().points(PointState.AGREED))
        .flatExtracting(Ledger.Point::members)
        .doesNotContain("beta.1.f3", "beta.1.f4", "beta.1.f8");
    assertThat(three.ledger().conflicts())
        .as("which of two approaches is asked once, in the words of the analysts")
        .filteredOn(conflict -> conflict.settledBy() == Conflict.SettledBy.HUMAN)
        .singleElement()
        .matches(Conflict::asksForApproach)
        .matches(conflict -> conflict.question().en().contains("RemoteAddr"));
    assertThat(three.solutions()).extracting(Solution::sourceCli).contains(VOTERS);
  }

  @Test
  void a_ballot_asks_only_what_its_reader_can_judge_and_repeats_nothing() {
    Ledger one = round(1, Ledger.EMPTY, ".1.txt", Optional.of("beta")).ledger();
    Ledger two = round(2, one, ".ballot.2.txt", Optional.of("alpha")).ledger();
    String first = ballot(2, one);
    String second = ballot(3, two);

    assertThat(one.points())
        .filteredOn(point -> one.madeOnlyBy("beta", point))
        .isNotEmpty()
        .noneMatch(point -> one.toVote("beta").contains(point.id()));
    assertThat(first)
        .contains("your statements: you are")
        .doesNotContain("\"maintainability\"", "urn:conclave:schema");
    assertThat(first.length()).isLessThan(18_500);
    assertThat(second.length()).isLessThan(17_500);
    for (String prompt : List.of(first, second)) {
      assertThat(prompt.split("returns them joined with a comma", -1)).hasSizeLessThanOrEqualTo(2);
    }
  }

  private static String ballot(int round, Ledger ledger) {
    MemoryDocuments documents = new MemoryDocuments();
    AskRequest request =
        Requests.request(
            "beta",
            "/repo",
            Role.ANALYST,
            round,
            Map.of(LedgerRules.DOCUMENT, documents.putRecord(Map.of("ledger", ledger))),
            Map.of());
    return new PromptWriter(documents, one -> "general", text -> text)
        .write(request, Path.of("/nowhere"));
  }

  /** Moderates a round, with letter H standing for the given agent. */
  private static RoundCount round(int round, Ledger before, String suffix, Optional<String> first) {
    List<Analysis> replies =
        VOTERS.stream()
            .map(one -> ReplyParser.parse(named(text(one + suffix), "alpha"), one, "general"))
            .toList();
    Ledger entered = LedgerRules.merge(before, round, replies, RUNS, List.of(), TREE);
    Optional<Moderation> moderation =
        first.flatMap(h -> ReplyParser.moderation(named(text("moderation." + round + ".txt"), h)));
    return Analyses.count(round, 3, entered, moderation, moderation.isPresent(), replies, VOTERS);
  }

  private static String named(String text, String first) {
    String other = first.equals("alpha") ? "beta" : "alpha";
    return text.replaceAll("\\bH(?=\\.\\d\\.)", first).replaceAll("\\bJ(?=\\.\\d\\.)", other);
  }

  private static String text(String file) {
    return Resources.text("discussion/chi/" + file);
  }
}
