package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.PlanConstraint;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the confirmation gate tells of the plan that it asks about. */
class ConfirmationTest {
  private static final String APPROVE =
      "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,"
          + "\"constraints\":[\"no new library\",\"接口不变\"],"
          + "\"scope\":{\"included\":[\"src\"],\"excluded\":[\"src/legacy\"]}}";

  private final SessionDriver driver = new SessionDriver();

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void what_the_human_set_is_checked_told_the_planner_and_shown_with_the_tasks_that_keep_it() {
    driver.host.onAsk =
        request -> answer(request, plan("Limiter", new PlanConstraint(1, List.of("TASK-001"))));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);

    assertThat(notes("2-confirmation"))
        .contains(
            "1 task, written by gemini",
            "included: src",
            "excluded: src/legacy",
            "constraint \"no new library\": the planner says that TASK-001 keeps it",
            "constraint \"接口不变\": the planner names no task for it");
    assertThat(driver.host.checked)
        .containsExactly(
            new PlanTerms(
                List.of("no new library", "接口不变"),
                new Scope(List.of("src"), List.of("src/legacy"))));
    assertThat(asked(Role.PLANNER).notes())
        .containsEntry("constraints", "1. no new library\n2. 接口不变")
        .containsEntry("scope-excluded", "src/legacy");
  }

  @Test
  void a_degraded_plan_says_why_each_planner_gave_none() {
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
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);

    assertThat(notes("2-confirmation"))
        .contains(
            "degraded: made by rules from the solution, no planner stands behind it",
            "gemini timed out (gemini failed)",
            "codex gave no plan that passes: TASK-001 has no title. (and 1 more)",
            "claude could not be asked (no such program)");
    assertThat(driver.session.carried().plan().orElseThrow().passedOver()).hasSize(4);
  }

  @Test
  void a_revision_that_changes_nothing_says_so() {
    toSecondConfirmation(plan("Limiter"), plan("Limiter"));

    assertThat(notes("3-confirmation")).contains("the revised plan is the same as before");
  }

  @Test
  void a_revision_that_fails_its_checks_leaves_the_plan_that_stood_and_says_what_was_wrong() {
    driver.host.onAsk = request -> answer(request, plan("Limiter", "Store"));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    Plan stood = driver.session.carried().plan().orElseThrow().plan();
    for (int i = 0; i < 4 * (1 + PlanDrafting.REPAIRS); i++) {
      driver.host.planErrors.add(List.of("TASK-001 has no title."));
    }
    driver.host.onAsk = request -> answer(request, plan(""));
    modify("2-confirmation");

    assertThat(notes("3-confirmation"))
        .contains(
            "2 tasks, written by gemini",
            "what you asked to change was not made: this plan stays as it was",
            "gemini gave no plan that passes: TASK-001 has no title.");
    PlanDraft kept = driver.session.carried().plan().orElseThrow();
    assertThat(kept.plan()).isEqualTo(stood);
    driver.answer("{\"gate\":\"3-confirmation\",\"kind\":\"execute\"}");
    assertThat(driver.end().phase()).isEqualTo(Phase.COMPLETE);
  }

  @Test
  void a_plan_with_too_many_steps_is_sent_back_once_and_then_shown_with_a_warning() {
    String steps = "TASK-001 has 9 implementation steps; give 2 to 7.";
    driver.host.planWarnings.add(List.of(steps));
    driver.host.planWarnings.add(List.of(steps));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);

    assertThat(notes("2-confirmation"))
        .contains("1 task, written by gemini", "check it yourself: " + steps);
    assertThat(driver.session.carried().plan().orElseThrow().errors()).isEmpty();
    assertThat(driver.host.asked)
        .filteredOn(request -> request.role() == Role.PLANNER)
        .hasSize(2)
        .last()
        .satisfies(request -> assertThat(request.repair()).isNotEmpty());
  }

  @Test
  void a_plan_that_gets_worse_when_its_steps_are_mended_is_shown_as_it_was() {
    driver.host.planWarnings.add(List.of("TASK-001 has 9 implementation steps; give 2 to 7."));
    driver.host.planErrors.add(List.of());
    driver.host.planErrors.add(List.of("TASK-001 has no title."));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);

    assertThat(notes("2-confirmation"))
        .contains("check it yourself: TASK-001 has 9 implementation steps; give 2 to 7.")
        .noneMatch(note -> note.startsWith("fails a check"));
  }

  @Test
  void a_revision_says_which_tasks_are_new_changed_and_gone() {
    toSecondConfirmation(plan("Limiter", "Store"), plan("Bucket"));
    assertThat(notes("3-confirmation"))
        .contains("changed: TASK-001 Bucket instead of Limiter", "gone: TASK-002 Store")
        .doesNotContain("the revised plan is the same as before");

    driver.host.onAsk = request -> answer(request, plan("Bucket", "Clock"));
    modify("3-confirmation");
    assertThat(notes("4-confirmation"))
        .contains("new: TASK-002 Clock")
        .noneMatch(note -> note.startsWith("changed"));
  }

  @Test
  void a_plan_that_no_longer_fits_the_workspace_is_not_executed_until_the_human_says_so() {
    toDriftedConfirmation();

    Gate reopened = driver.gate("3-confirmation");
    assertThat(reopened.shown().drift())
        .containsExactly("TASK-001 modifies limit.py, which does not exist in the workspace.");
    assertThat(reopened.shown().notes()).anyMatch(note -> note.contains("accept-drift"));
    driver.host.planErrors.add(List.of("TASK-001 modifies limit.py, which does not exist."));
    driver.answer("{\"gate\":\"3-confirmation\",\"kind\":\"execute\",\"accept_drift\":true}");
    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(end.notes())
        .containsExactly("drift accepted: TASK-001 modifies limit.py, which does not exist.");
    assertThat(end.decisions()).extracting(Decision::gate).doesNotContain("2-confirmation");
  }

  @Test
  void a_plan_that_no_longer_fits_can_be_modified_and_is_then_checked_on_the_tree_of_then() {
    toDriftedConfirmation();

    modify("3-confirmation");
    assertThat(driver.gate("4-confirmation").shown().drift()).isEmpty();
    driver.answer("{\"gate\":\"4-confirmation\",\"kind\":\"execute\"}");
    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(end.plan().orElseThrow().tree()).isEqualTo("b".repeat(40));
  }

  @Test
  void a_changed_workspace_that_the_plan_still_fits_is_no_drift() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    driver.host.tree = "b".repeat(40);
    driver.answer("{\"gate\":\"2-confirmation\",\"kind\":\"execute\"}");

    assertThat(driver.end().phase()).isEqualTo(Phase.COMPLETE);
    assertThat(driver.host.checked).hasSize(2);
  }

  @Test
  void a_folder_that_stands_beyond_the_session_is_not_said_to_be_written() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    driver.host.revisionsAhead = 1_000;
    driver.answer("{\"gate\":\"2-confirmation\",\"kind\":\"execute\"}");

    assertThat(driver.end().ending().orElseThrow())
        .startsWith("the plan is confirmed, but its files were not written: it stands at revision");
  }

  private void toDriftedConfirmation() {
    driver.host.onAsk = request -> answer(request, plan("Limiter"));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");
    driver.host.tree = "b".repeat(40);
    driver.host.planErrors.add(
        List.of("TASK-001 modifies limit.py, which does not exist in the workspace."));
    assertThat(driver.answer("{\"gate\":\"2-confirmation\",\"kind\":\"execute\"}").outcome())
        .isEqualTo(AnswerOutcome.REOPENED);
  }

  @Test
  void each_repair_of_a_plan_tells_its_first_error_and_how_many_more() {
    driver.host.unusable.put("claude", "no such program");
    driver.host.planErrors.add(List.of("TASK-001 has no title.", "The plan has no summary."));
    driver.host.planErrors.add(List.of("TASK-001 has no steps."));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);
    driver.gate("2-confirmation");

    assertThat(driver.session.carried().calls())
        .filteredOn(call -> call.role().equals("planner"))
        .extracting(call -> call.reason().orElse("none"))
        .containsExactly("TASK-001 has no title. (and 1 more)", "TASK-001 has no steps.", "none");
  }

  private void toSecondConfirmation(Plan first, Plan second) {
    driver.host.onAsk = request -> answer(request, first);
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(APPROVE);
    assertThat(notes("2-confirmation")).noneMatch(note -> note.contains("revised"));
    driver.host.onAsk = request -> answer(request, second);
    modify("2-confirmation");
  }

  private void modify(String gate) {
    driver.gate(gate);
    driver.answer("{\"gate\":\"%s\",\"kind\":\"modify\",\"text\":\"smaller\"}".formatted(gate));
  }

  private List<String> notes(String gate) {
    return driver.gate(gate).shown().notes();
  }

  private AskRequest asked(Role role) {
    return driver.host.asked.stream().filter(r -> r.role() == role).findFirst().orElseThrow();
  }

  private AskReply answer(AskRequest request, Plan plan) {
    AskReply reply = driver.host.reply(request, List.of(), false);
    return new AskReply(
        reply.receipt(),
        reply.raw(),
        reply.document(),
        reply.analysis(),
        reply.plan().flatMap(any -> Optional.of(plan)),
        reply.errors(),
        reply.extracted(),
        reply.moderation(),
        Optional.empty());
  }

  private static Plan plan(String title, PlanConstraint... kept) {
    return plan(List.of(title), List.of(kept));
  }

  private static Plan plan(String first, String second) {
    return plan(List.of(first, second), List.of());
  }

  private static Plan plan(List<String> titles, List<PlanConstraint> kept) {
    Plan p = ScriptedHost.plan(false);
    PlanTask t = p.tasks().get(0);
    List<PlanTask> tasks =
        titles.stream()
            .map(
                title ->
                    new PlanTask(
                        "TASK-00" + (titles.indexOf(title) + 1),
                        title,
                        t.scope(),
                        t.action(),
                        t.description(),
                        t.files(),
                        t.implementation(),
                        t.acceptance(),
                        t.dependsOn(),
                        t.executionGroup(),
                        t.verification(),
                        t.risks(),
                        t.rationale()))
            .toList();
    return new Plan(
        p.summary(),
        p.approach(),
        p.complexity(),
        p.estimatedTime(),
        p.recommendedExecution(),
        p.dataFlow(),
        p.designDecisions(),
        tasks,
        kept,
        false,
        List.of());
  }
}
