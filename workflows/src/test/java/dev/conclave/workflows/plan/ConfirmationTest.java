package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.PlanConstraint;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What the confirmation gate says about its plan. */
@Execution(ExecutionMode.CONCURRENT)
class ConfirmationTest {
  private static final String APPROVE =
      "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,"
          + "\"constraints\":[\"no new library\",\"接口不变\"],"
          + "\"scope\":{\"included\":[\"src\"],\"excluded\":[\"src/legacy\"]}}";

  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void human_constraints_are_checked_sent_to_the_planner_and_shown_with_their_tasks() {
    driver.host.onAsk =
        request -> answer(request, plan("Limiter", new PlanConstraint(1, List.of("TASK-001"))));
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);

    assertThat(notes("2-confirmation"))
        .contains(
            "1 task, written by gemini",
            "included: src",
            "excluded: src/legacy",
            "constraint \"no new library\": the planner says that TASK-001 keeps it",
            "constraint \"接口不变\": the planner assigns no task to it");
    assertThat(driver.host.checked)
        .containsExactly(
            new PlanTerms(
                List.of("no new library", "接口不变"),
                new Scope(List.of("src"), List.of("src/legacy"))));
    assertThat(asked(Role.PLANNER).notes())
        .containsEntry("constraints", "1. no new library\n2. 接口不变")
        .containsEntry("scope-excluded", "src/legacy")
        .containsEntry(AskRequest.EXECUTORS, "gemini, codex");
  }

  @Test
  void a_degraded_plan_says_why_each_planner_failed() {
    driver.host.unusable.put("claude", "no such program");
    driver.host.onAsk =
        request -> {
          if (request.role() == Role.PLANNER && request.agent().equals("gemini")) {
            throw driver.host.failure(request, FailureKind.TIMED_OUT);
          }
          return driver.host.reply(request, List.of(), false);
        };
    for (int i = 0; i < 2 * (1 + PlanDrafting.REPAIRS); i++) {
      driver.host.planErrors.add(List.of("TASK-001 has no title.", "The plan has no summary."));
    }
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);

    assertThat(notes("2-confirmation"))
        .contains(
            "degraded: built by rules from the option, without a planner",
            "gemini timed out (gemini failed)",
            "codex's plan failed its checks: TASK-001 has no title. (and 1 more)",
            "not available: claude (no such program)");
    assertThat(driver.session.fullState().plan().orElseThrow().passedOver()).hasSize(4);
  }

  @Test
  void a_failed_revision_keeps_the_current_plan_and_reports_the_errors() {
    driver.host.onAsk = request -> answer(request, plan("Limiter", "Store"));
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    Plan stood = driver.session.fullState().plan().orElseThrow().plan();
    for (int i = 0; i < 4 * (1 + PlanDrafting.REPAIRS); i++) {
      driver.host.planErrors.add(List.of("TASK-001 has no title."));
    }
    driver.host.onAsk = request -> answer(request, plan(""));
    modify("2-confirmation");

    assertThat(notes("3-confirmation"))
        .contains(
            "2 tasks, written by gemini",
            "no planner could make your change; the plan is unchanged",
            "gemini's plan failed its checks: TASK-001 has no title.");
    PlanDraft kept = driver.session.fullState().plan().orElseThrow();
    assertThat(kept.plan()).isEqualTo(stood);
    driver.answer("3-confirmation", "execute");
    assertThat(driver.end().phase()).isEqualTo(Phase.COMPLETE);
  }

  @Test
  void a_plan_with_too_many_steps_is_sent_back_once_and_then_shown_with_a_warning() {
    String steps = "TASK-001 has 9 implementation steps; give 2 to 7.";
    driver.host.planWarnings.add(List.of(steps));
    driver.host.planWarnings.add(List.of(steps));
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);

    assertThat(notes("2-confirmation"))
        .contains("1 task, written by gemini", "check this yourself: " + steps);
    assertThat(driver.session.fullState().plan().orElseThrow().errors()).isEmpty();
    assertThat(driver.host.asked)
        .filteredOn(request -> request.role() == Role.PLANNER)
        .hasSize(2)
        .last()
        .satisfies(request -> assertThat(request.repair()).isNotEmpty());
  }

  @Test
  void the_gate_shows_the_human_statements_the_plan_should_honour() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start();
    driver.gate("1-decision");
    driver.answer("1-decision", "approve", "'text':'mind the proxy'");
    assertThat(notes("2-confirmation"))
        .contains("said by unknown: mind the proxy")
        .noneMatch(note -> note.startsWith("asked with modify"));
    modify("2-confirmation");

    assertThat(notes("3-confirmation"))
        .contains("said by unknown: mind the proxy", "requested with modify: smaller");
  }

  @Test
  void a_plan_the_human_went_back_from_is_not_shown_as_current() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    assertThat(driver.session.state().plan()).isPresent();
    driver.answer("2-confirmation", "back");
    driver.gate("3-decision");
    assertThat(driver.session.state().plan()).isEmpty();
    assertThat(driver.session.fullState().plan()).isPresent();
    driver.answer("3-decision", "approve");
    driver.gate("4-confirmation");
    assertThat(driver.session.state().plan()).isPresent();
  }

  @Test
  void a_plan_that_no_longer_fits_the_workspace_needs_human_consent_to_run() {
    toDriftedConfirmation();

    Gate reopened = driver.gate("3-confirmation");
    assertThat(reopened.shown().drift())
        .containsExactly("TASK-001 modifies limit.py, which does not exist in the workspace.");
    assertThat(reopened.drifted())
        .contains(
            "the workspace has changed and the plan no longer fits: TASK-001 modifies limit.py,"
                + " which does not exist in the workspace; modify the plan, go back, or execute with --accept-drift");
    assertThat(reopened.shown().lines()).noneMatch(note -> note.contains("changed"));
    driver.host.planErrors.add(List.of("TASK-001 modifies limit.py, which does not exist."));
    driver.answer("3-confirmation", "execute", "'accept_drift':true");
    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(end.notes())
        .containsExactly("drift accepted: TASK-001 modifies limit.py, which does not exist.");
    assertThat(end.decisions()).extracting(Decision::gate).doesNotContain("2-confirmation");
  }

  @Test
  void a_changed_workspace_the_plan_still_fits_is_not_drift() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    driver.host.tree = "b".repeat(40);
    driver.answer("2-confirmation", "execute");

    assertThat(driver.end().phase()).isEqualTo(Phase.COMPLETE);
    assertThat(driver.host.checked).hasSize(2);
  }

  @Test
  void an_outdated_folder_is_not_reported_as_written() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    driver.host.revisionsAhead = 1_000;
    driver.answer("2-confirmation", "execute");

    assertThat(driver.end().ending().orElseThrow())
        .startsWith(
            "the plan is confirmed, but its files could not be written: it already holds revision");
  }

  private void toDriftedConfirmation() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start();
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    driver.host.tree = "b".repeat(40);
    driver.host.planErrors.add(
        List.of("TASK-001 modifies limit.py, which does not exist in the workspace."));
    assertThat(driver.answer("{\"gate\":\"2-confirmation\",\"kind\":\"execute\"}").outcome())
        .isEqualTo(AnswerOutcome.REOPENED);
  }

  private void modify(String gate) {
    driver.gate(gate);
    driver.answer("{\"gate\":\"%s\",\"kind\":\"modify\",\"text\":\"smaller\"}".formatted(gate));
  }

  private List<String> notes(String gate) {
    return driver.gate(gate).shown().lines();
  }

  private AskRequest asked(Role role) {
    return driver.host.asked.stream().filter(r -> r.role() == role).findFirst().orElseThrow();
  }

  private AskReply answer(AskRequest request, Plan plan) {
    AskReply reply = driver.host.reply(request, List.of(), false);
    return reply.plan().isEmpty() ? reply : Requests.with(reply, Map.of("plan", plan));
  }

  private static Plan plan(String title, PlanConstraint... kept) {
    return plan(List.of(title), List.of(kept));
  }

  private static Plan plan(String first, String second) {
    return plan(List.of(first, second), List.of());
  }

  private static Plan plan(List<String> titles, List<PlanConstraint> kept) {
    Plan plain = ScriptedHost.plan(false);
    List<PlanTask> tasks = new ArrayList<>();
    for (String title : titles) {
      String id = "TASK-00" + (tasks.size() + 1);
      tasks.add(Requests.with(plain.tasks().get(0), Map.of("id", id, "title", title)));
    }
    return Requests.with(plain, Map.of("tasks", tasks, "constraints", kept));
  }
}
