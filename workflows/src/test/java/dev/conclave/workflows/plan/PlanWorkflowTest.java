package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.document;
import static dev.conclave.workflows.plan.ScriptedHost.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionView;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PlanWorkflowTest {
  private static final String APPROVE =
      "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,\"by\":\"ada\"}";

  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void a_session_goes_from_a_task_to_a_handed_off_plan() {
    driver.start();

    Gate decision = driver.gate("1-decision");
    assertThat(decision.shown().options()).hasSize(2);
    assertThat(decision.kinds()).contains(AnswerKind.APPROVE, AnswerKind.MORE_ANALYSIS);
    assertThat(driver.answer(APPROVE).outcome()).isEqualTo(AnswerOutcome.ACCEPTED);

    driver.answer("2-confirmation", "execute", "'by':'ada'");

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(end.details())
        .contains("Decision: Token bucket, approved by ada")
        .contains("Plan: Add a limiter, 1 task, written by gemini");
    assertThat(end.decisions())
        .extracting(Decision::kind)
        .containsExactly(AnswerKind.APPROVE, AnswerKind.EXECUTE);
    assertThat(end.plan().orElseThrow().author()).isEqualTo("gemini");
    assertThat(driver.host.askedAgents()).containsExactlyInAnyOrder("gemini", "codex", "gemini");
    assertThat(driver.host.projected).isNotEmpty();
  }

  @Test
  void refused_signals_are_kept_with_the_reason() {
    driver.start();
    driver.gate("1-decision");
    driver.signal("[1,2]");
    driver.signal("{\"gate\":\"9-decision\",\"kind\":\"approve\",\"solution\":1}");
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"dance\"}");

    SessionView view = driver.view(v -> v.refused().size() == 3);
    assertThat(view.refused().get(0).reason()).contains("JSON object");
    assertThat(view.refused().get(1).reason()).contains("9-decision is not open");
    assertThat(view.refused().get(2).reason()).contains("kind");
    assertThat(view.gate().orElseThrow().id()).isEqualTo("1-decision");
  }

  @Test
  void a_stale_answer_is_refused_with_what_is_expected_now() {
    driver.start();
    driver.answer("1-decision", "more-analysis");
    driver.gate("2-decision");

    assertRefused(APPROVE, "gate 1-decision is not open; the open gate is 2-decision, which takes");
    assertRefused(
        "{\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":1,\"digest\":\"0000\"}",
        "gate 2-decision has changed since you viewed it");
    assertRefused(
        "{\"gate\":\"2-decision\",\"kind\":\"execute\"}",
        "gate 2-decision does not take execute; it takes: approve");
    assertRefused("{\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":3}", "choose 1 to 2");
    assertRefused("{\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":0}", "choose 1 to 2");
    assertRefused(
        "{\"gate\":\"2-decision\",\"kind\":\"approve\"}", "needs the number of a solution, 1 to 2");
    assertRefused("{\"gate\":\"2-decision\",\"kind\":\"different-direction\"}", "needs text");
    assertRefused(
        "{\"gate\":\"2-decision\",\"kind\":\"different-direction\",\"text\":\""
            + "x".repeat(17_000)
            + "\"}",
        "the limit is 16 KiB");
    assertRefused("7", "JSON object");
  }

  private void assertRefused(String answer, String reason) {
    assertThatThrownBy(() -> driver.answer(answer)).rootCause().hasMessageContaining(reason);
  }

  @Test
  void the_same_answer_sent_twice_gets_its_first_outcome_twice() {
    driver.start();
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");

    AnswerReply again =
        driver.answer("{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1}");
    assertThat(again.outcome()).isEqualTo(AnswerOutcome.REPEATED);
    assertThat(again.first()).contains(AnswerOutcome.ACCEPTED);
    assertThat(again.nextGate()).contains("2-confirmation");
    assertThat(driver.session.decisions()).hasSize(1);
  }

  @Test
  void open_questions_lead_to_clarification_and_an_answer_to_another_round() {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start();

    Gate gate = driver.gate("1-clarification");
    assertThat(gate.shown().questions()).hasSize(2);
    assertRefused("{\"gate\":\"1-clarification\",\"kind\":\"clarify\"}", "clarify needs text");
    assertRefused(
        "{\"gate\":\"1-clarification\",\"kind\":\"clarify\",\"answers\":{\"9\":\"x\"}}",
        "there is no question 9");
    driver.answer("1-clarification", "clarify", "'answers':{'1':'10 a second'}");

    driver.gate("2-decision");
    assertThat(driver.host.asked.get(2).notes())
        .containsEntry("decided", "Q1. Which limit? — 10 a second");
    assertThat(driver.host.searched.get(1).words()).containsExactly("10 a second");
    assertThat(driver.host.entered.get(1).ledger()).contains(document("synthesis"));
  }

  @Test
  void proceed_takes_the_session_to_the_decision_with_current_results() {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start();
    driver.answer("1-clarification", "proceed");

    assertThat(driver.gate("2-decision").shown().lines()).anyMatch(n -> n.startsWith("uncertain"));
  }

  @Test
  void a_new_direction_starts_an_empty_ledger_and_keeps_the_earlier_rounds() {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start();
    driver.answer("1-clarification", "change-direction", "'text':'in the proxy'");
    driver.gate("2-decision");

    CountRequest second = driver.host.counted.get(1);
    assertThat(second.firstOfDirection()).isTrue();
    assertThat(second.feedback()).contains("in the proxy");
    assertThat(driver.host.entered.get(1).ledger()).isEmpty();
    assertThat(driver.host.entered.get(1).next()).isEqualTo(new Ledger.Next(2, 2, 1, 3));
    assertThat(second.round()).isEqualTo(2);
    assertThat(driver.session.state().rounds()).hasSize(2);
    assertThat(driver.session.state().roundsLeft()).isEqualTo(2);
  }

  @Test
  void a_preset_is_explained_to_the_planner_and_shown_at_the_gate() {
    driver.start();
    assertThat(driver.gate("1-decision").shown().lines())
        .contains(
            "constraint presets: performance, maintainability, minimal-changes, full-refactor-ok (? explains each)");
    driver.answer("1-decision", "approve", "'solution':1,'constraints':['minimal-changes','no']");
    driver.gate("2-confirmation");

    assertThat(driver.host.asked.get(driver.host.asked.size() - 1).notes().get("constraints"))
        .startsWith("1. minimal-changes (change as few files and lines")
        .endsWith("\n2. no");
  }

  @Test
  void rounds_continue_while_there_are_new_insights_and_rounds_left() {
    for (int i = 0; i < 5; i++) {
      driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.5, true, 1));
    }
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.session.state().rounds()).hasSize(3);
  }

  @Test
  void a_round_without_new_insight_ends_the_discussion() {
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.5, false, 1));
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.session.state().rounds()).hasSize(1);
  }

  @Test
  void a_gate_shows_what_restricts_the_agents() {
    driver.host.level = Optional.of(SandboxLevel.SANDBOXED);
    driver.start();
    assertThat(driver.gate("1-decision").shown().lines()).contains("agent calls: sandboxed");
  }

  @Test
  void a_gate_warns_once_that_the_agents_are_not_sandboxed() {
    driver.host.level = Optional.of(SandboxLevel.CONTAINED);
    driver.start();
    List<Note> notes = driver.gate("1-decision").shown().notes();
    assertThat(notes).filteredOn(note -> note.text().contains("no sandbox for")).hasSize(1);
    Note note = notes.get(notes.size() - 1);
    assertThat(note.text()).contains("can act as you (no bwrap)");
    assertThat(note.warns()).isTrue();
  }

  @Test
  void gates_offer_no_more_analysis_after_twenty_rounds_and_say_why() {
    for (int i = 0; i < 25; i++) {
      driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.5, false, 1));
    }
    driver.start();
    for (int i = 1; i < 20; i++) {
      driver.gate(i + "-decision");
      driver.answer("{\"gate\":\"" + i + "-decision\",\"kind\":\"more-analysis\"}");
    }

    Gate last = driver.gate("20-decision");
    assertThat(last.kinds()).containsExactly(AnswerKind.APPROVE, AnswerKind.CANCEL);
    assertThat(last.shown().lines()).anyMatch(note -> note.contains("has used all 20"));
    assertThat(driver.session.state().rounds()).hasSize(20);
  }

  @Test
  void drift_of_cited_files_reopens_the_gate_until_accepted() {
    driver.host.drifts.add(List.of("src/limit.py"));
    driver.host.drifts.add(List.of("src/limit.py"));
    driver.start();
    driver.gate("1-decision");

    AnswerReply reply = driver.answer("1-decision", "approve");
    assertThat(reply.outcome()).isEqualTo(AnswerOutcome.REOPENED);
    Gate anew = driver.gate("2-decision");
    assertThat(anew.shown().drift()).containsExactly("src/limit.py");
    driver.answer("2-decision", "approve", "'accept_drift':true");
    driver.gate("3-confirmation");
  }

  @Test
  void a_plan_can_be_modified_taken_back_and_saved() {
    driver.start();
    driver.answer("1-decision", "approve");
    driver.answer("2-confirmation", "modify", "'text':'fewer tasks'");
    driver.gate("3-confirmation");
    assertThat(driver.host.asked.get(3).notes()).containsEntry("modify", "fewer tasks");
    assertThat(driver.host.asked.get(3).documents()).containsKey("previous-plan");
    driver.answer("3-confirmation", "back");
    driver.answer("4-decision", "approve", "'solution':2");
    driver.answer("5-confirmation", "save");

    PlanState saved = driver.end();
    assertThat(saved.phase()).isEqualTo(Phase.SAVED);
    assertThat(saved.resumeAt()).isEqualTo(Phase.AWAITING_CONFIRMATION);
    assertThat(saved.selected()).contains(1);
  }

  @Test
  void a_saved_session_resumes_where_it_stopped() {
    driver.start();
    driver.answer("1-decision", "approve");
    driver.answer("2-confirmation", "save");
    PlanState saved = driver.end();

    driver.start(new SessionInput<>(saved.request(), java.util.Optional.of(saved)));
    driver.answer("3-confirmation", "execute");
    assertThat(driver.end().phase()).isEqualTo(Phase.COMPLETE);
  }

  @Test
  void a_failed_agent_is_replaced_by_the_next_seatless_agent_of_the_chain() {
    driver.host.fails("gemini", FailureKind.RATE_LIMITED);
    driver.start();
    driver.gate("1-decision");

    List<AgentRun> runs = driver.host.counted.get(0).runs();
    assertThat(runs)
        .extracting(run -> run.agent() + " for " + run.standsFor() + ": " + run.status())
        .containsExactlyInAnyOrder(
            "gemini for gemini: rate-limited",
            "codex for codex: answered",
            "qwen for gemini: answered");
  }

  @Test
  void a_watcher_sees_the_calls_of_the_running_round() {
    driver.host.fails("gemini", FailureKind.RATE_LIMITED);
    driver.host.unusable.put("qwen", "no such program");
    var answer = new java.util.concurrent.CountDownLatch(1);
    driver.host.onAsk =
        request -> {
          await(answer);
          return driver.host.reply(request, List.of(), false);
        };
    driver.start();

    SessionView view = driver.view(v -> v.live().size() == 2 && v.ended().size() == 2);
    assertThat(view.ended())
        .extracting(AgentCall::agent, AgentCall::status, AgentCall::next)
        .containsExactly(
            tuple("gemini", "rate-limited", "qwen"), tuple("qwen", "not-installed", "claude"));
    assertThat(view.live())
        .extracting(AgentCall::agent)
        .containsExactlyInAnyOrder("codex", "claude");
    answer.countDown();
    driver.gate("1-decision");
    SessionView after = driver.view(v -> v.live().isEmpty());
    assertThat(after.ended()).as("the round tells it now").isEmpty();
    assertThat(after.lately())
        .as("for who looks only now")
        .extracting(AgentCall::agent, AgentCall::round)
        .containsExactlyInAnyOrder(
            tuple("gemini", 1), tuple("qwen", 1), tuple("codex", 1), tuple("claude", 1));
  }

  @Test
  void a_transient_failure_is_retried_once_before_the_next_agent() {
    driver.host.fails("gemini", FailureKind.UNAVAILABLE, FailureKind.UNAVAILABLE);
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.host.askedCalls())
        .containsExactlyInAnyOrder("r1.0-gemini-1", "r1.0-gemini-2", "r1.0-codex-1", "r1.0-qwen-1");
  }

  @Test
  void named_tools_fall_back_only_to_direct() {
    driver.host.fails("gemini", FailureKind.NOT_AUTHENTICATED);
    driver.host.fails("codex", FailureKind.TIMED_OUT);
    PlanRequest r = SessionDriver.request();
    driver.start(Requests.named(r, List.of("gemini", "codex")));
    driver.gate("1-decision");

    assertThat(driver.host.askedAgents()).containsExactlyInAnyOrder("gemini", "codex", "direct");
  }

  @Test
  void an_unavailable_named_tool_is_reported_with_its_option() {
    driver.host.unusable.put("gemini", "no such program");
    driver.start(Requests.named(SessionDriver.request(), List.of("gemini", "codex")));

    assertThat(driver.gate("1-decision").shown().lines())
        .filteredOn(note -> note.contains("--fallback AGENT"))
        .singleElement()
        .asString()
        .contains("gemini was not available (no such program)");
  }

  @Test
  void the_direct_analyst_alone_takes_one_round() {
    for (String agent : List.of("gemini", "codex", "qwen", "claude")) {
      driver.host.unusable.put(agent, "no such program");
    }
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.5, true, 1));
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.host.askedAgents()).containsExactly("direct");
  }

  @Test
  void an_agent_that_wrote_is_asked_once_more_and_then_excluded() {
    driver.host.fails("gemini", FailureKind.WROTE_TO_WORKSPACE, FailureKind.WROTE_TO_WORKSPACE);
    driver.start();
    driver.answer("1-decision", "more-analysis");
    driver.gate("2-decision");

    assertThat(driver.host.askedCalls().stream().filter(c -> c.contains("gemini")))
        .containsExactly("r1.0-gemini-1", "r1.0-gemini-2");
  }

  @Test
  void a_reply_with_errors_is_requested_again_once_with_the_errors_quoted() {
    driver.host.onAsk =
        request ->
            driver.host.reply(
                request,
                request.agent().equals("gemini") && request.repair().isEmpty()
                    ? List.of("findings: at least one is needed")
                    : List.of(),
                false);
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.host.askedCalls()).contains("r1.0-gemini-1", "r1.0-gemini-1-repair");
    assertThat(
            driver.host.asked.stream()
                .filter(a -> a.callId().endsWith("repair"))
                .findFirst()
                .orElseThrow()
                .repair())
        .containsExactly("findings: at least one is needed");
  }

  @Test
  void each_later_agent_in_serial_mode_votes_on_earlier_statements() {
    driver.start(Requests.serial(SessionDriver.request()));
    driver.gate("1-decision");

    AskRequest first = driver.host.asked.get(0);
    AskRequest second = driver.host.asked.get(1);
    assertThat(first.template()).isEqualTo("analyst-1");
    assertThat(first.documents()).doesNotContainKey("ledger");
    assertThat(second.template()).isEqualTo("ballot-1");
    assertThat(second.documents()).containsEntry("ledger", document("ledger 1"));
    assertThat(second.notes()).containsKey("serial");
    assertThat(driver.host.entered).extracting(one -> one.analyses().size()).containsExactly(1, 1);
    assertThat(driver.host.counted.get(0).ledger()).isEqualTo(document("ledger 2"));
  }

  @Test
  void a_plan_that_fails_its_checks_is_sent_back_twice_then_the_next_agent_plans() {
    List<String> bad = List.of("TASK-001: file src/none.py does not exist");
    driver.host.planErrors.addAll(List.of(bad, bad, bad));
    driver.start();
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");

    assertThat(driver.host.askedCalls())
        .containsSubsequence(
            "p1-gemini-1", "p1-gemini-1-repair", "p1-gemini-1-repair-repair2", "p1-codex-1");
    assertThat(driver.session.fullState().plan().orElseThrow().author()).isEqualTo("codex");
  }

  @Test
  void the_rules_make_a_degraded_plan_when_no_planner_answers() {
    driver.host.onAsk =
        request -> {
          if (request.role() == dev.conclave.workflows.model.Role.PLANNER) {
            throw io.temporal.failure.ApplicationFailure.newNonRetryableFailure(
                "no", FailureKind.TIMED_OUT.type(), AgentFailure.of(FailureKind.TIMED_OUT, "no"));
          }
          return driver.host.reply(request, List.of(), false);
        };
    driver.start();
    driver.answer("1-decision", "approve");

    assertThat(driver.gate("2-confirmation").shown().lines())
        .anyMatch(note -> note.startsWith("degraded"));
  }

  @Test
  void a_solution_without_a_plan_reopens_the_decision_and_says_so() {
    driver.host.planPossible = false;
    for (String agent : List.of("gemini", "codex", "qwen", "claude")) {
      driver.host.unusable.put(agent, "no such program");
    }
    driver.start();
    driver.answer("1-decision", "approve");

    assertThat(driver.gate("2-decision").shown().lines())
        .anyMatch(note -> note.startsWith("cannot make a plan"));
  }

  @Test
  void yes_answers_every_gate() {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, false, 2));
    driver.host.drifts.add(List.of("src/limit.py"));
    driver.start(Requests.yes(SessionDriver.request()));

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(end.decisions())
        .extracting(Decision::kind)
        .containsExactly(AnswerKind.PROCEED, AnswerKind.APPROVE, AnswerKind.ACCEPT);
    assertThat(end.execution()).isEmpty();
    assertThat(end.notes()).contains("drift accepted: src/limit.py");
  }

  @Test
  void yes_without_any_solution_fails_the_session() {
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.3, false, 0));
    driver.start(Requests.yes(SessionDriver.request()));

    assertThat(driver.end().phase()).isEqualTo(Phase.FAILED);
  }

  @Test
  void auto_execute_answers_only_the_confirmation() {
    driver.start(Requests.autoExecute(SessionDriver.request()));
    driver.answer("1-decision", "approve");

    assertThat(driver.end().phase()).isEqualTo(Phase.COMPLETE);
  }

  @Test
  void a_session_waits_thirty_days_for_its_human() {
    driver.start();
    driver.gate("1-decision");
    driver.pass(Duration.ofDays(30));
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");
  }

  @Test
  void a_deadline_saves_by_default() {
    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.SAVE));
    driver.gate("1-decision");

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.SAVED);
    assertThat(end.resumeAt()).isEqualTo(Phase.AWAITING_DECISION);
  }

  @Test
  void a_deadline_may_approve_the_first_solution_and_saves_at_the_next_gate() {
    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.APPROVE_FIRST));
    driver.gate("1-decision");

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.SAVED);
    assertThat(end.resumeAt()).isEqualTo(Phase.AWAITING_CONFIRMATION);
    assertThat(end.decisions()).hasSize(1);
  }

  @Test
  void a_resumed_session_may_have_another_deadline() {
    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.SAVE));
    driver.gate("1-decision");
    driver.pass(Duration.ofDays(4));
    PlanState saved = driver.end();
    PlanRequest request =
        saved
            .request()
            .with(
                saved
                    .request()
                    .terms()
                    .withDeadline(
                        Optional.of(new Deadline(Duration.ofDays(30), DeadlinePolicy.CANCEL))));

    driver.start(new SessionInput<>(request, Optional.of(saved)));
    driver.gate("2-decision");
    driver.pass(Duration.ofDays(20));
    assertThat(driver.gate("2-decision").type()).isEqualTo(GateType.DECISION);
    driver.pass(Duration.ofDays(11));
    assertThat(driver.end().phase()).isEqualTo(Phase.CANCELLED);
  }

  @Test
  void a_cancel_mid_round_reaches_running_calls_and_saves_what_is_known() {
    java.util.concurrent.CountDownLatch running = new java.util.concurrent.CountDownLatch(2);
    List<String> cancelled = new java.util.concurrent.CopyOnWriteArrayList<>();
    driver.host.onAsk =
        request -> {
          io.temporal.activity.ActivityExecutionContext context =
              io.temporal.activity.Activity.getExecutionContext();
          running.countDown();
          try {
            while (true) {
              context.heartbeat("working");
              Thread.sleep(50);
            }
          } catch (io.temporal.client.ActivityCanceledException e) {
            cancelled.add(request.agent());
            throw e;
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
          }
        };
    driver.start();
    assertThat(driver.view(v -> v.live().size() == 2).phase()).isEqualTo("analyzing");
    await(running);
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.CANCELLED);
    assertThat(end.resumeAt()).isEqualTo(Phase.ANALYZING);
    assertThat(end.ending()).contains("cancelled by ada");
    assertThat(cancelled).containsExactlyInAnyOrder("gemini", "codex");
    assertThat(driver.host.counted).isEmpty();
  }

  @Test
  void an_external_cancel_closes_the_run_as_canceled_after_writing_the_folder() {
    driver.start();
    driver.gate("1-decision");
    WorkflowStub.fromTyped(driver.session).cancel();

    assertThat(driver.end().phase()).isEqualTo(Phase.CANCELLED);
    assertThat(closed()).isEqualTo("CANCELED");
    assertThat(driver.host.projected).isNotEmpty();
  }

  @Test
  void a_cancelled_session_closes_as_canceled_whoever_cancels_it() {
    driver.start();
    driver.answer("1-decision", "cancel");
    assertThat(driver.end().phase()).isEqualTo(Phase.CANCELLED);
    assertThat(closed()).isEqualTo("CANCELED");

    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.CANCEL));
    assertThat(driver.end().ending().orElseThrow()).contains("cancelled according to its policy");
    assertThat(closed()).isEqualTo("CANCELED");
  }

  @Test
  void a_saved_session_closes_as_completed() {
    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.SAVE));
    assertThat(driver.end().phase()).isEqualTo(Phase.SAVED);
    assertThat(closed()).isEqualTo("COMPLETED");
  }

  /** Returns Temporal's close status of the workflow. */
  private String closed() {
    return WorkflowStub.fromTyped(driver.session)
        .describe()
        .getStatus()
        .name()
        .replace("WORKFLOW_EXECUTION_STATUS_", "");
  }

  private static void await(java.util.concurrent.CountDownLatch latch) {
    try {
      assertThat(latch.await(120, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
