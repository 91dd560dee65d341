package dev.conclave.workflows.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.plan.ScriptedHost;
import dev.conclave.workflows.plan.SessionDriver;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReviewWorkflowTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();

  private ReviewState review(int rounds) {
    return SessionDriver.end(driver.startReview(Reviews.request(rounds)), ReviewState.class);
  }

  private List<String> asked(Role role) {
    return driver.host.asked.stream()
        .filter(request -> request.role() == role)
        .map(AskRequest::agent)
        .sorted()
        .toList();
  }

  @Test
  void reviewers_work_alone_then_vote_and_no_human_is_asked() {
    driver.host.moderate = true;
    driver.host.outcomes.addAll(Reviews.twoRounds());

    ReviewState state = review(3);

    assertThat(state.phase()).isEqualTo(ReviewPhase.COMPLETE);
    assertThat(asked(Role.REVIEWER)).containsExactly("codex", "codex", "gemini", "gemini");
    assertThat(asked(Role.MODERATOR)).hasSize(2);
    assertThat(driver.host.asked)
        .filteredOn(request -> request.role() == Role.REVIEWER)
        .allSatisfy(
            request -> {
              assertThat(request.tree()).as("the tree after the change").isEqualTo("e".repeat(40));
              assertThat(request.documents().get("change"))
                  .isEqualTo(ScriptedHost.document("diff"));
              assertThat(request.template())
                  .isEqualTo(request.round() == 1 ? "reviewer-1" : "ballot-1");
            });
    assertThat(driver.host.counted)
        .allSatisfy(request -> assertThat(request.review().writers()).isEmpty());
    SessionView view = state.view();
    assertThat(view.rounds()).hasSize(2);
    assertThat(view.review().met()).isTrue();
    assertThat(view.review().outcome().findings()).hasSize(1);
    assertThat(driver.host.changes).hasSize(1);
    assertThat(driver.host.searched).isEmpty();
  }

  @Test
  void the_purpose_of_the_change_is_in_the_ledger_before_the_first_reply() {
    ReviewRequest request = Reviews.request(2);
    ReviewState prepared = new ReviewState("REV-any", request, Instant.EPOCH);
    Opened opened = driver.host.open(request.workspace());
    prepared.setWorkspace(opened.workspace());
    prepared.setTree(opened.tree());
    prepared.updateRoster(driver.host.list(request.agents()));
    prepared.setSubject(
        new ReviewSubject(
            driver.host.change, List.of("It closes"), List.of("Keep the API"), List.of("codex")));
    prepared.setPhase(ReviewPhase.REVIEWING);
    driver.host.outcomes.addAll(Reviews.twoRounds());

    SessionDriver.end(
        driver.startReview(new SessionInput<>(request, Optional.of(prepared))), ReviewState.class);

    assertThat(driver.host.kept).singleElement().asString().contains("It closes", "criterion");
    DocumentRef criteria = ScriptedHost.document(driver.host.kept.get(0));
    assertThat(driver.host.entered.get(0).ledger()).contains(criteria);
    assertThat(driver.host.asked.get(0).template()).isEqualTo("reviewer-1");
    assertThat(driver.host.asked.get(0).documents()).containsEntry("ledger", criteria);
    assertThat(driver.host.asked.get(0).notes()).containsEntry("constraints", "Keep the API");
    assertThat(driver.host.counted)
        .allSatisfy(round -> assertThat(round.review().writers()).containsExactly("codex"));
  }

  @Test
  void one_round_is_enough_without_anything_to_vote_on() {
    driver.host.outcomes.add(Reviews.round(false, Standing.UNCONFIRMED, "codex", "gemini"));
    ReviewState state = review(2);
    assertThat(state.rounds()).hasSize(1);
    assertThat(state.view().review().met()).isFalse();
  }

  @Test
  void one_reviewer_has_one_round_which_is_noted() {
    for (String agent : List.of("codex", "qwen", "claude")) {
      driver.host.unusable.put(agent, "not installed");
    }
    driver.host.outcomes.add(Reviews.round(true, Standing.COUNTS, "gemini"));

    ReviewState state = review(2);

    assertThat(asked(Role.REVIEWER)).containsExactly("gemini");
    assertThat(asked(Role.MODERATOR)).isEmpty();
    assertThat(state.notes()).anyMatch(note -> note.contains("gemini reviews alone"));
    assertThat(state.rounds()).hasSize(1);
  }

  @Test
  void the_chain_provides_a_second_reviewer_and_never_the_built_in_analyst() {
    driver.host.unusable.put("codex", "not installed");
    driver.host.outcomes.addAll(Reviews.twoRounds());
    review(2);
    assertThat(asked(Role.REVIEWER)).contains("gemini", "qwen").doesNotContain("direct", "codex");
  }

  @Test
  void it_fails_without_any_agent() {
    List<String> all = List.of("gemini", "codex", "qwen", "claude");
    all.forEach(agent -> driver.host.unusable.put(agent, "not installed"));
    ReviewState none = review(2);
    assertThat(none.phase()).isEqualTo(ReviewPhase.FAILED);
    assertThat(none.ending()).hasValueSatisfying(why -> assertThat(why).contains("doctor"));
    assertThat(driver.host.asked).isEmpty();
  }

  @Test
  void it_says_why_no_reviewer_answered() {
    driver.host.onAsk =
        request -> {
          throw driver.host.failure(request, FailureKind.FAILED);
        };
    ReviewState state = review(2);
    assertThat(state.phase()).isEqualTo(ReviewPhase.FAILED);
    assertThat(state.ending())
        .hasValueSatisfying(why -> assertThat(why).startsWith("no reviewer answered: gemini"));
    assertThat(asked(Role.REVIEWER)).doesNotContain("direct");
  }

  @Test
  void an_empty_change_fails_with_a_fix() {
    driver.host.change = ScriptedHost.change(0, 0);
    ReviewState empty = review(2);
    assertThat(empty.phase()).isEqualTo(ReviewPhase.FAILED);
    assertThat(empty.ending())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("there is nothing to review in main..HEAD; choose another"));
    assertThat(driver.host.asked).isEmpty();
  }

  @Test
  void a_change_without_text_is_complete_at_once() {
    driver.host.change = ScriptedHost.change(2, 0);
    ReviewState state = review(2);
    assertThat(state.phase()).isEqualTo(ReviewPhase.COMPLETE);
    assertThat(driver.host.asked).isEmpty();
    assertThat(state.notes()).anyMatch(note -> note.contains("the change has no readable text"));
  }
}
