package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.document;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Role;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who moderates a round, and what happens if nobody can. */
@Execution(ExecutionMode.CONCURRENT)
class ModeratingTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void the_first_analyst_moderates_the_ledger_of_the_round() {
    driver.host.moderate = true;
    driver.start();
    driver.gate("1-decision");

    AskRequest moderation = moderations().get(0);
    assertThat(moderations()).hasSize(1);
    assertThat(moderation.agent()).isEqualTo("gemini");
    assertThat(moderation.template()).isEqualTo("moderator-1");
    assertThat(moderation.callId()).isEqualTo("m1.0-gemini-1");
    assertThat(moderation.documents()).containsOnly(Map.entry("ledger", ledger()));
    assertThat(counted().moderationNeeded()).isTrue();
    assertThat(counted().moderation()).contains(document("reply m1.0-gemini-1"));
    assertThat(summaries()).contains("gemini · round 1 · moderator · attempt 1");
  }

  @Test
  void a_moderator_named_by_the_user_needs_no_seat() {
    driver.host.moderate = true;
    driver.start(Requests.moderator(SessionDriver.request(), "claude"));
    driver.gate("1-decision");

    assertThat(moderations()).extracting(AskRequest::agent).containsExactly("claude");
  }

  @Test
  void the_analyst_with_the_fewest_statements_of_three_moderates() {
    driver.host.moderate = true;
    driver.host.statements = Map.of("gemini", 9, "codex", 4, "qwen", 2);
    driver.start(Requests.named(SessionDriver.request(), List.of("gemini", "codex", "qwen")));
    driver.gate("1-decision");

    assertThat(moderations()).extracting(AskRequest::agent).containsExactly("qwen");
  }

  @Test
  void the_first_of_two_analysts_moderates_regardless_of_its_statements() {
    driver.host.moderate = true;
    driver.host.statements = Map.of("gemini", 9, "codex", 4);
    driver.start(Requests.named(SessionDriver.request(), List.of("gemini", "codex")));
    driver.gate("1-decision");

    assertThat(moderations()).extracting(AskRequest::agent).containsExactly("gemini");
  }

  @Test
  void a_failed_moderator_is_replaced_by_the_next_agent() {
    driver.host.moderate = true;
    driver.host.unusable.put("claude", "no such program");
    driver.host.onAsk =
        request -> {
          if (request.role() == Role.MODERATOR && request.agent().equals("gemini")) {
            throw driver.host.failure(request, FailureKind.NOT_AUTHENTICATED);
          }
          return driver.host.reply(request, List.of(), false);
        };
    driver.start(Requests.moderator(SessionDriver.request(), "claude"));
    driver.gate("1-decision");

    assertThat(moderations()).extracting(AskRequest::agent).containsExactly("gemini", "codex");
    assertThat(counted().moderation()).contains(document("reply m1.0-codex-1"));
    assertThat(driver.session.state().notes()).isEmpty();
  }

  @Test
  void a_round_without_a_moderator_claims_nothing_and_says_so() {
    driver.host.moderate = true;
    driver.host.onAsk =
        request -> {
          if (request.role() == Role.MODERATOR) {
            throw driver.host.failure(request, FailureKind.NOT_AUTHENTICATED);
          }
          return driver.host.reply(request, List.of(), false);
        };
    driver.start();

    assertThat(driver.gate("1-decision").shown().lines())
        .anyMatch(note -> note.startsWith("round 1 had no moderator and is not cross-verified: "));
    assertThat(moderations()).extracting(AskRequest::agent).doesNotContain("direct");
    assertThat(counted().moderationNeeded()).isTrue();
    assertThat(counted().moderation()).isEmpty();
  }

  @Test
  void a_moderation_with_errors_is_sent_back_once() {
    driver.host.moderate = true;
    driver.host.onAsk =
        request ->
            driver.host.reply(
                request,
                request.role() == Role.MODERATOR && request.repair().isEmpty()
                    ? List.of("single: there is no A.1.f9")
                    : List.of(),
                false);
    driver.start();
    driver.gate("1-decision");

    assertThat(moderations()).hasSize(2);
    assertThat(moderations().get(1).repair()).containsExactly("single: there is no A.1.f9");
    assertThat(counted().moderation()).contains(document("reply m1.0-gemini-1-repair"));
  }

  @Test
  void a_ballot_only_round_has_no_moderator() {
    driver.start();
    driver.gate("1-decision");

    assertThat(moderations()).isEmpty();
    assertThat(counted().moderationNeeded()).isFalse();
  }

  @Test
  void a_later_round_is_a_ballot_on_the_previous_ledger() {
    driver.host.outcomes.add(ScriptedHost.outcome(Recommendation.CONTINUE, 0.5, true, 2));
    driver.start();
    driver.gate("1-decision");

    List<AskRequest> second =
        driver.host.asked.stream().filter(request -> request.round() == 2).toList();
    assertThat(second).hasSize(2).allMatch(request -> request.template().equals("ballot-1"));
    assertThat(second)
        .allSatisfy(
            request -> {
              assertThat(request.documents()).containsEntry("ledger", document("synthesis"));
              assertThat(request.notes()).doesNotContainKey("serial");
            });
    assertThat(driver.host.entered.get(1).ledger()).isEqualTo(Optional.of(document("synthesis")));
  }

  @Test
  void a_round_without_news_is_followed_by_another_while_votes_are_missing() {
    driver.host.outcomes.add(
        ScriptedHost.with(
            ScriptedHost.outcome(Recommendation.CONTINUE, 0.5, false, 2), Ledgers.unseen()));
    driver.host.outcomes.add(ScriptedHost.outcome(Recommendation.CONTINUE, 0.5, false, 2));
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.host.counted).hasSize(2);
    assertThat(driver.session.state().roundsLeft()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "2, false"})
  void a_code_conflict_gets_two_ballots_while_rounds_remain(int ballots, boolean another) {
    for (Ledger open : List.of(Ledgers.divided(ballots), Ledgers.disputed(ballots))) {
      assertThat(open.needsBallot()).isEqualTo(another);
    }
    driver.host.outcomes.add(
        ScriptedHost.with(
            ScriptedHost.outcome(Recommendation.CONTINUE, 0.5, false, 2),
            Ledgers.divided(ballots)));
    driver.host.outcomes.add(ScriptedHost.outcome(Recommendation.CONVERGED, 0.9, false, 2));
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.host.counted).hasSize(another ? 2 : 1);
  }

  private List<AskRequest> moderations() {
    return driver.host.asked.stream().filter(one -> one.role() == Role.MODERATOR).toList();
  }

  private CountRequest counted() {
    return driver.host.counted.get(0);
  }

  private static dev.conclave.workflows.model.DocumentRef ledger() {
    return document("ledger 1");
  }

  private List<String> summaries() {
    return driver
        .environment
        .getWorkflowClient()
        .fetchHistory(WorkflowStub.fromTyped(driver.session).getExecution().getWorkflowId())
        .getEvents()
        .stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED)
        .map(HistoryEvent::getUserMetadata)
        .map(metadata -> metadata.getSummary().getData().toStringUtf8().replace("\"", ""))
        .toList();
  }
}
