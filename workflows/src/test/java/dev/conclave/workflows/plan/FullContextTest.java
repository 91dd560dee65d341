package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.conclave.workflows.Noise;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextPhase;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.ContextWorkflow;
import dev.conclave.workflows.context.Exploration;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.TaskLine;
import io.temporal.client.WorkflowStub;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A full context, stand-alone and for a planning session. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class FullContextTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();
  private final ScriptedHost host = driver.host;
  private final ScriptedContext script = driver.context;

  private volatile Predicate<AskRequest> prose = request -> false;

  FullContextTest() {
    host.onAsk =
        request ->
            prose.test(request)
                ? host.reply(request, List.of("the reply has no JSON object"), false)
                : script.said(host, request);
  }

  private ContextWorkflow start(String task) {
    return driver.startContext(new SessionInput<>(ScriptedContext.request(task), Optional.empty()));
  }

  private static ContextState end(ContextWorkflow session) {
    return SessionDriver.end(session, ContextState.class);
  }

  private List<AskRequest> asked(Role role) {
    return host.asked.stream().filter(request -> request.role() == role).toList();
  }

  @Test
  void angles_are_explored_in_parallel_by_the_analysts_in_turn() {
    ContextState end = end(start("Integrate a limiter"));

    assertThat(end.phase()).isEqualTo(ContextPhase.COMPLETE);
    assertThat(end.explorations())
        .extracting(Exploration::angle)
        .containsExactly("patterns", "integration-points", "testing");
    assertThat(asked(Role.CONTEXT_EXPLORER))
        .extracting(AskRequest::callId)
        .containsExactlyInAnyOrder(
            "angle-patterns.0-gemini-1",
            "angle-integration-points.0-codex-1",
            "angle-testing.0-gemini-1");
    assertThat(asked(Role.CONTEXT_EXPLORER))
        .allSatisfy(request -> assertThat(request.documents()).containsOnlyKeys("sources"));
    assertThat(asked(Role.CONFLICT_ANALYST)).isEmpty();
    assertThat(script.assembled.get(0).explorations())
        .extracting(Explored::index)
        .containsExactly(1, 2, 3);
    assertThat(script.written).isEmpty();
    assertThat(end.ending().orElseThrow()).startsWith("the context is complete: 7 files; see ");
  }

  @Test
  void a_matching_package_is_returned_without_asking_agents() {
    script.existing = Optional.of(ScriptedContext.packaged(List.of()));

    ContextState end = end(start("Add a limiter"));

    assertThat(end.phase()).isEqualTo(ContextPhase.COMPLETE);
    assertThat(end.assembled()).isEqualTo(script.existing);
    assertThat(end.ending().orElseThrow()).contains("still current");
    assertThat(host.asked).isEmpty();
  }

  @Test
  void a_failed_angle_is_recorded_and_the_others_continue() {
    prose = request -> request.callId().startsWith("angle-testing");

    ContextWorkflow session = start("Integrate a limiter");
    ContextState end = end(session);

    assertThat(end.phase()).isEqualTo(ContextPhase.COMPLETE);
    assertThat(end.explorations().get(2).failure()).isPresent();
    assertThat(end.notes()).anyMatch(note -> note.startsWith("no agent explored testing: "));
    assertThat(script.assembled.get(0).explorations())
        .extracting(Explored::angle)
        .containsExactly("patterns", "integration-points");
    assertThat(session.state().tasks())
        .extracting(TaskLine::status)
        .containsExactly("completed", "completed", "failed");
  }

  @Test
  void a_failed_angle_is_missing_in_the_package_even_after_a_gate() {
    script.severity = "high";
    script.conflicts = List.of("High");
    prose = request -> request.callId().startsWith("angle-testing");
    ContextWorkflow session = start("Integrate a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':1");
    end(session);

    assertThat(script.assembled.get(0).notes())
        .anyMatch(note -> note.startsWith("no agent explored testing: "));
  }

  @Test
  void it_fails_without_an_agent_because_plain_search_is_not_full_context() {
    List.of("gemini", "codex", "qwen", "claude")
        .forEach(agent -> host.unusable.put(agent, "not installed"));

    ContextState end = end(start("Add a limiter"));

    assertThat(end.phase()).isEqualTo(ContextPhase.FAILED);
    assertThat(end.ending().orElseThrow())
        .isEqualTo("no agent is available to explore; `conclave doctor` shows how to set one up");
  }

  @Test
  void it_fails_without_a_valid_exploration_and_a_resume_tries_again() {
    prose = request -> true;
    ContextState failed = end(start("Integrate a limiter"));
    prose = request -> false;
    ContextState resumed =
        end(driver.startContext(new SessionInput<>(failed.request(), Optional.of(failed))));

    assertThat(failed.phase()).isEqualTo(ContextPhase.FAILED);
    assertThat(failed.ending().orElseThrow()).startsWith("no agent explored patterns: gemini ");
    assertThat(failed.assembled()).isEmpty();
    assertThat(resumed.phase()).isEqualTo(ContextPhase.COMPLETE);
    assertThat(resumed.explorations()).hasSize(3).allMatch(made -> made.failure().isEmpty());
    assertThat(resumed.notes()).isEmpty();
  }

  @Test
  void a_plan_continues_without_explorations() {
    prose = request -> request.role() == Role.CONTEXT_EXPLORER;
    driver.start(ScriptedContext.fully());
    driver.gate("1-decision");

    assertThat(driver.session.state().notes())
        .anyMatch(
            note ->
                note.startsWith("the full context ended as failed (no agent explored patterns: "));
  }

  @Test
  void two_signs_of_medium_severity_are_significant_and_one_is_not() {
    script.severity = "medium";
    end(start("Add a limiter"));
    assertThat(asked(Role.CONFLICT_ANALYST)).isEmpty();
    SessionDriver.gate(start("Integrate a limiter"), "1-conflict");
  }

  @Test
  void conflicts_are_resolved_one_at_a_time_by_severity_recommended_first() {
    script.severity = "high";
    ContextWorkflow session = start("Add a limiter");

    Gate first = SessionDriver.gate(session, "1-conflict");
    assertThat(first.shown().lines().get(0)).isEqualTo("CON-002, 1 of 2: Critical, Architecture");
    assertThat(first.shown().options())
        .extracting(Option::name)
        .containsExactly("Extend", "Replace");
    assertThat(asked(Role.CONFLICT_ANALYST).get(0).documents())
        .containsOnlyKeys("planning", "exploration patterns");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(session, "2-conflict", "custom", ",'text':'I rename it'");
    ContextState end = end(session);

    assertThat(end.resolutions())
        .extracting(one -> one.conflict().id(), Resolution::kind, Resolution::by)
        .containsExactly(
            tuple("CON-002", Resolution.ResolutionKind.STRATEGY, "ada"),
            tuple("CON-001", Resolution.ResolutionKind.CUSTOM, "ada"));
    assertThat(script.written).hasSize(1);
    assertThat(end.ending().orElseThrow())
        .startsWith(
            "the context is complete: 7 files, 2 of 2 conflicts resolved, 1 of them manually; changed .workflow/plan.md; see ");
  }

  @Test
  void explorers_questions_are_asked_and_bind_the_judges_and_planners() {
    script.severity = "high";
    script.needs =
        List.of(
            Map.of(
                "question",
                "Per user or per key?",
                "context",
                "both exist",
                "options",
                List.of("per user", "per key"),
                "recommended",
                2),
            Map.of("question", "Until when?", "options", List.of()));
    ContextWorkflow session = start("Add a limiter");
    Gate gate = SessionDriver.gate(session, "1-questions");
    assertThat(gate.shown().questions().stream().map(Question::line))
        .containsExactly(
            "Per user or per key? (1: per user; 2: per key; recommended: 2, by gemini)",
            "Until when?");
    assertThat(gate.shown().questions().stream().map(Question::why))
        .containsExactly("both exist", "");
    assertThat(gate.shown().lines())
        .contains(
            "conflict: %s, BreakingChange: it is called from everywhere"
                .formatted(script.severity));
    SessionDriver.answer(session, "1-questions", "reply", ",'answers':{'1':'2'}");
    SessionDriver.answer(session, "2-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(session, "3-conflict", "choose", ",'strategy':1");
    end(session);

    String answer = "Per user or per key? per key";
    assertThat(asked(Role.CONFLICT_ANALYST).get(0).notes()).containsEntry("decided", answer);
    assertThat(script.assembled.get(0).answers()).containsExactly(answer);
    assertThat(script.assembled.get(0).notes()).contains("not answered: Until when?");
  }

  @Test
  void a_decided_conflict_can_be_reopened_until_and_after_the_end() {
    script.severity = "high";
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(session, "2-conflict", "reopen", ",'text':'CON-002'");
    Gate again = SessionDriver.gate(session, "3-conflict");
    assertThat(again.shown().options()).extracting(Option::name).contains("Extend", "Replace");
    SessionDriver.answer(session, "3-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(session, "4-conflict", "skip", "");
    ContextState complete = end(session);
    assertThat(complete.resolutions())
        .extracting(one -> one.conflict().id(), Resolution::kind)
        .containsExactly(
            tuple("CON-002", Resolution.ResolutionKind.STRATEGY),
            tuple("CON-001", Resolution.ResolutionKind.UNRESOLVED));
    int bought = host.asked.size();

    ContextWorkflow continued =
        driver.startContext(new SessionInput<>(complete.request(), Optional.of(complete)));
    SessionDriver.gate(continued, "5-resolutions");
    assertThatThrownBy(
            () -> SessionDriver.answer(continued, "5-resolutions", "reopen", ",'text':'CON-009'"))
        .hasStackTraceContaining("choose one of: CON-002, CON-001");
    SessionDriver.answer(continued, "5-resolutions", "reopen", ",'text':'CON-001'");
    SessionDriver.answer(continued, "6-conflict", "custom", ",'text':'I rename it'");
    ContextState end = end(continued);

    assertThat(end.resolutions())
        .extracting(one -> one.conflict().id(), Resolution::kind)
        .containsExactly(
            tuple("CON-002", Resolution.ResolutionKind.STRATEGY),
            tuple("CON-001", Resolution.ResolutionKind.CUSTOM));
    assertThat(script.written).as("nothing is written twice").hasSize(1);
    assertThat(script.assembled).hasSize(2);
    assertThat(host.asked).hasSize(bought);
  }

  @Test
  void a_gathered_context_is_reused_without_exploring_again() {
    script.severity = "low";
    ContextState gathered = end(start("Add a limiter"));
    int bought = host.asked.size();

    driver.start(Requests.with(SessionDriver.request(), Map.of("context_of", gathered.session())));
    driver.answer("1-decision", "approve", "'solution':1");
    driver.gate("2-confirmation");

    assertThat(host.asked.subList(bought, host.asked.size()))
        .noneMatch(request -> request.role() == Role.CONTEXT_EXPLORER)
        .allMatch(request -> request.documents().containsKey("briefing"));
    assertThat(host.asked.get(host.asked.size() - 1).notes().get("constraints"))
        .isEqualTo("1. [Conflict] CON-001: keep the old name");
  }

  @Test
  void a_missing_context_cannot_be_used() {
    driver.start(Requests.with(SessionDriver.request(), Map.of("context_of", "WFS-none")));

    assertThat(driver.end().ending().orElseThrow())
        .isEqualTo(
            "WFS-none has no complete context of this workspace; start without --context WFS-none");
  }

  @Test
  void a_humans_words_are_kept_and_shown_for_the_next_conflict() {
    script.severity = "high";
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':1,'text':'keep the name'");
    Gate second = SessionDriver.gate(session, "2-conflict");
    SessionDriver.answer(session, "2-conflict", "choose", ",'strategy':2,'text':'in May'");
    Gate asked = SessionDriver.gate(session, "3-conflict-questions");
    assertThat(asked.shown().lines()).contains("said: in the human's words: in May");
    SessionDriver.answer(session, "3-conflict-questions", "reply", ",'answers':{'1':'nobody'}");
    // A strategy sent with another kind is ignored.
    SessionDriver.answer(session, "4-conflict", "custom", ",'strategy':9,'text':'a queue'");
    ContextState end = end(session);

    String earlier = "CON-002, Two limiters: Extend (in the human's words: keep the name)";
    assertThat(second.shown().lines()).contains("decided: " + earlier);
    assertThat(asked(Role.CONFLICT_CLARIFIER).get(0).notes()).containsEntry("decided", earlier);
    assertThat(end.resolutions())
        .extracting(Resolution::sentence)
        .containsExactly(
            "Extend",
            "resolved manually by ada: in the human's words: in May; Who calls it? nobody; in the human's words: a queue");
  }

  @Test
  void significant_errors_in_a_reply_are_shown_at_the_gate() {
    script.severity = "high";
    Map<String, ?> flawed = Map.of("errors", List.of("PLAN.md: section \"B\" is not there"));
    host.onAsk =
        request ->
            request.role() == Role.CONFLICT_ANALYST
                ? Requests.with(script.said(host, request), flawed)
                : script.said(host, request);

    assertThat(SessionDriver.gate(start("Add a limiter"), "1-conflict").shown().lines())
        .contains(
            "the reply of gemini as conflict-analyst has errors: PLAN.md: section \"B\" is not there");
    assertThat(asked(Role.CONFLICT_ANALYST)).as("sent back once").hasSize(2);
  }

  @Test
  void a_skipped_conflict_stays_unresolved_and_the_next_one_is_shown() {
    script.severity = "high";
    script.unread = List.of("docs/wish.md is binary");
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "skip", "");
    SessionDriver.answer(session, "2-conflict", "choose", ",'strategy':2");
    SessionDriver.answer(session, "3-conflict-questions", "skip", "");
    ContextState end = end(session);

    assertThat(end.resolutions())
        .extracting(Resolution::kind)
        .containsOnly(Resolution.ResolutionKind.UNRESOLVED);
    assertThat(script.written).isEmpty();
    assertThat(end.ending().orElseThrow()).contains("0 of 2 conflicts resolved; see ");
    assertThat(end.notes()).as("the gates do not take it away").isEqualTo(script.unread);
  }

  @Test
  void a_person_named_automatic_is_still_a_human() {
    script.severity = "high";
    script.unread = List.of("docs/wish.md is binary");
    ContextWorkflow session = start("Add a limiter");
    assertThat(SessionDriver.gate(session, "1-conflict").shown().lines())
        .containsAll(script.unread);

    SessionDriver.answer(session, "1-conflict", "skip", ",'by':'automatic (--yes)'");

    assertThat(SessionDriver.gate(session, "2-conflict").shown().lines())
        .as("a human has seen it")
        .doesNotContainAnyElementsOf(script.unread);
  }

  @Test
  void a_strategys_questions_are_answered_and_it_is_shown_again() {
    script.severity = "high";
    script.conflicts = List.of("High");
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':2");
    Gate asked = SessionDriver.gate(session, "2-conflict-questions");
    SessionDriver.answer(session, "2-conflict-questions", "reply", ",'answers':{'1':'nobody'}");
    Gate again = SessionDriver.gate(session, "3-conflict");
    SessionDriver.answer(session, "3-conflict", "choose", ",'strategy':2");
    ContextState end = end(session);

    assertThat(asked.shown().questions().get(0).question().en())
        .isEqualTo("An agent asks: \"Who calls it?\"");
    assertThat(asked(Role.CONFLICT_CLARIFIER).get(0).notes().get("answers")).contains("nobody");
    assertThat(again.shown().lines())
        .contains("strategy 2 was updated with your answers: nobody calls the old one");
    assertThat(again.shown().options().get(1).summary())
        .isEqualTo("drop the old, callers are known");
    assertThat(end.resolutions().get(0).remark()).contains("nobody calls the old one");
    assertThat(end.resolutions().get(0).clarifications())
        .containsExactly(new Exchange("Who calls it?", "nobody"));
    assertThat(end.resolutions().get(0).strategy().orElseThrow().approach())
        .isEqualTo("drop the old, callers are known");
  }

  @Test
  void answers_for_one_strategy_count_when_another_is_chosen() {
    script.severity = "high";
    script.conflicts = List.of("High");
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':2");
    SessionDriver.answer(session, "2-conflict-questions", "reply", ",'answers':{'1':'nobody'}");
    SessionDriver.answer(session, "3-conflict", "choose", ",'strategy':1");
    ContextState end = end(session);

    assertThat(end.resolutions().get(0).strategy().orElseThrow().name()).isEqualTo("Extend");
    assertThat(end.resolutions().get(0).clarifications())
        .containsExactly(new Exchange("Who calls it?", "nobody"));
    assertThat(script.assembled.get(0).resolutions().get(0).strategy().orElseThrow())
        .as("the package is told what was changed, not asked to change it")
        .extracting(Strategy::modifications)
        .isEqualTo(List.of());
  }

  @Test
  void the_human_decides_on_what_there_is_after_ten_exchanges() {
    script.severity = "high";
    script.conflicts = List.of("High");
    script.remaining = List.of("And who else?");
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':2");
    IntStream.rangeClosed(2, 11)
        .forEach(
            i ->
                SessionDriver.answer(
                    session, i + "-conflict-questions", "reply", ",'answers':{'1':'x'}"));
    SessionDriver.answer(session, "12-conflict", "choose", ",'strategy':2");
    ContextState end = end(session);

    assertThat(asked(Role.CONFLICT_CLARIFIER)).hasSize(10);
    assertThat(end.resolutions().get(0).clarifications()).hasSize(10);
  }

  @Test
  void an_unattended_context_takes_the_recommended_strategies() {
    script.severity = "high";
    ContextRequest unattended =
        Requests.with(ScriptedContext.request("Add a limiter"), Map.of("yes", true));
    ContextState end = end(driver.startContext(new SessionInput<>(unattended, Optional.empty())));

    assertThat(end.resolutions())
        .extracting(one -> one.strategy().orElseThrow().name(), Resolution::by)
        .containsOnly(tuple("Extend", "automatic (--yes)"));
  }

  @Test
  void a_failed_conflict_analysis_is_skipped_and_noted() {
    script.severity = "high";
    prose = request -> request.role() == Role.CONFLICT_ANALYST;
    ContextState end = end(start("Add a limiter"));

    AssembleRequest made = script.assembled.get(0);
    assertThat(made.notes()).isEqualTo(end.notes());
    assertThat(end.notes()).anyMatch(note -> note.startsWith("the conflicts were not analyzed: "));
  }

  @Test
  void failed_writes_are_noted_and_the_package_is_partial() {
    script.severity = "high";
    script.conflicts = List.of("High");
    script.rolledBack = Optional.of("plan.md is read-only");
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':1");
    ContextState end = end(session);

    assertThat(end.draftedEdits().orElseThrow().applied()).isEmpty();
    assertThat(end.notes()).contains("partial: rolled back: plan.md is read-only");
  }

  @Test
  void a_session_cancelled_at_a_conflict_resumes_there_without_repeating_calls() {
    script.severity = "high";
    script.conflicts = List.of("High");
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "cancel", "");
    ContextState cancelled = end(session);
    int bought = host.asked.size();
    ContextWorkflow resumed =
        driver.startContext(new SessionInput<>(cancelled.request(), Optional.of(cancelled)));
    SessionDriver.answer(resumed, "2-conflict", "choose", ",'strategy':1");

    assertThat(cancelled.phase()).isEqualTo(ContextPhase.CANCELLED);
    assertThat(end(resumed).phase()).isEqualTo(ContextPhase.COMPLETE);
    assertThat(host.asked).hasSize(bought);
  }

  @Test
  void remaining_conflicts_survive_continue_as_new() {
    script.severity = "high";
    script.conflicts = List.of("High", "Critical", "Medium");
    ContextWorkflow session = start("Add a limiter");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':1");
    SessionDriver.gate(session, "2-conflict");
    String run = WorkflowStub.fromTyped(session).describe().getExecution().getRunId();
    int sent = Noise.lengthen(session);
    SessionDriver.view(session, view -> view.refused().size() == sent);
    SessionDriver.gate(session, "2-conflict");
    SessionDriver.answer(session, "2-conflict", "skip", "");
    SessionDriver.answer(session, "3-conflict", "custom", "");
    ContextState end = end(session);

    assertThat(WorkflowStub.fromTyped(session).describe().getExecution().getRunId())
        .isNotEqualTo(run);
    assertThat(end.resolutions())
        .extracting(one -> one.conflict().severity(), Resolution::kind)
        .containsExactly(
            tuple("Critical", Resolution.ResolutionKind.STRATEGY),
            tuple("High", Resolution.ResolutionKind.UNRESOLVED),
            tuple("Medium", Resolution.ResolutionKind.UNRESOLVED));
    assertThat(host.asked).hasSize(2);
  }

  @Test
  void a_planning_session_waits_for_its_child_and_uses_its_result() {
    script.severity = "high";
    script.conflicts = List.of("High");
    driver.start(
        Requests.with(
            ScriptedContext.fully(),
            Map.of("sources", List.of("docs/wish.md"), "editable", List.of("docs/plan.md"))));
    ContextWorkflow child = driver.child();
    SessionView waiting = driver.session.state();
    SessionDriver.answer(child, "1-conflict", "choose", ",'strategy':1");
    driver.answer("1-decision", "approve");
    driver.answer("2-confirmation", "save");
    PlanState end = driver.end();

    assertThat(waiting.waitsFor()).contains(SessionDriver.ID + "/context");
    assertThat(waiting.phase()).isEqualTo("context-gathering");
    assertThat(driver.session.state().waitsFor()).isEmpty();
    assertThat(asked(Role.CONTEXT_EXPLORER).get(0).documents()).containsKey("sources");
    assertThat(end(child).request().editable()).containsExactly("docs/plan.md");
    assertThat(asked(Role.ANALYST))
        .allSatisfy(request -> assertThat(request.documents()).containsKey("briefing"));
    assertThat(asked(Role.ANALYST).get(0).notes().get("decided"))
        .isEqualTo("[Conflict] CON-001: keep the old name");
    assertThat(asked(Role.PLANNER).get(0).notes().get("constraints"))
        .isEqualTo("1. [Conflict] CON-001: keep the old name");
    assertThat(end.fullContext()).isPresent();
    assertThat(host.searched).as("the child takes the search of its parent").hasSize(1);
    // One exploration, one conflict analysis, two analysts, one planner.
    assertThat(end.budget().calls()).isEqualTo(5);
  }

  @Test
  void a_stopped_session_ends_its_child_and_resumes_both() {
    script.severity = "high";
    script.conflicts = List.of("High");
    driver.start(ScriptedContext.fully());
    SessionDriver.gate(driver.child(), "1-conflict");
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
    PlanState cancelled = driver.end();
    ContextWorkflow ended =
        driver
            .environment
            .getWorkflowClient()
            .newWorkflowStub(ContextWorkflow.class, SessionDriver.ID + "/context");

    assertThat(cancelled.phase()).isEqualTo(Phase.CANCELLED);
    assertThat(cancelled.budget().calls()).as("the child's").isEqualTo(2);
    assertThat(ended.state().status()).isEqualTo("cancelled");
    int bought = host.asked.size();
    driver.start(new SessionInput<>(cancelled.request(), Optional.of(cancelled)));
    SessionDriver.answer(driver.child(), "2-conflict", "choose", ",'strategy':1");
    driver.gate("1-decision");

    assertThat(host.asked.subList(bought, host.asked.size()))
        .extracting(AskRequest::role)
        .containsOnly(Role.ANALYST);
    assertThat(driver.session.fullState().budget().calls()).isEqualTo(4);
  }

  @Test
  void a_child_that_continued_as_new_receives_a_cancel() {
    script.severity = "high";
    driver.start(ScriptedContext.fully());
    ContextWorkflow child = driver.child();
    SessionDriver.gate(child, "1-conflict");
    String first = run(child);
    Noise.lengthen(child);
    SessionDriver.until(() -> run(child), run -> !run.equals(first));
    SessionDriver.gate(child, "1-conflict");
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));

    assertThat(driver.end().phase()).isEqualTo(Phase.CANCELLED);
    assertThat(child.state().status()).isEqualTo("cancelled");
  }

  private static String run(ContextWorkflow session) {
    return WorkflowStub.fromTyped(session).describe().getExecution().getRunId();
  }

  @Test
  void a_child_cancelled_by_a_human_leaves_the_plain_search() {
    script.severity = "high";
    driver.start(ScriptedContext.fully());
    ContextWorkflow child = driver.child();
    SessionDriver.gate(child, "1-conflict");
    child.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
    driver.gate("1-decision");

    assertThat(driver.session.state().notes())
        .contains(
            "the full context ended as cancelled (cancelled by ada); using search results only");
    assertThat(asked(Role.ANALYST))
        .allSatisfy(request -> assertThat(request.documents()).doesNotContainKey("briefing"));
  }

  @Test
  void a_terminated_session_leaves_its_child_at_its_gate_and_cannot_adopt_it() {
    script.severity = "high";
    driver.start(ScriptedContext.fully());
    ContextWorkflow child = driver.child();
    SessionDriver.gate(child, "1-conflict");
    WorkflowStub.fromTyped(driver.session).terminate("the machine was taken away");

    assertThat(child.state().gate()).isPresent();
    driver.start(ScriptedContext.fully());
    assertThat(driver.end().ending().orElseThrow())
        .contains("still running", "conclave cancel " + SessionDriver.ID + "/context");
    SessionDriver.answer(child, "1-conflict", "skip", "");
    SessionDriver.answer(child, "2-conflict", "skip", "");
    assertThat(end(child).phase()).isEqualTo(ContextPhase.COMPLETE);
  }

  @Test
  void a_failed_agents_angle_goes_to_the_next() {
    host.fails("gemini", FailureKind.NOT_AUTHENTICATED);

    ContextState end = end(start("Add a limiter"));

    assertThat(end.explorations().get(0).reply().orElseThrow().receipt().agent())
        .isEqualTo("codex");
  }
}
