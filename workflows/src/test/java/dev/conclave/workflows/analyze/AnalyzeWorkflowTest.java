package dev.conclave.workflows.analyze;

import static dev.conclave.workflows.analyze.AnalysisDriver.outline;
import static dev.conclave.workflows.analyze.AnalysisHost.document;
import static dev.conclave.workflows.analyze.AnalysisHost.task;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.conclave.workflows.Noise;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.analyze.AnalyzeState.Said;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.Ledgers;
import dev.conclave.workflows.plan.RateLimitTest;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.plan.SessionDriver;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import dev.conclave.workflows.text.Bounds;
import io.temporal.client.WorkflowUpdateException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An analysis from topic to end, with two agents and two perspectives. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class AnalyzeWorkflowTest {
  private static final List<String> UP_TO_DISCUSSION =
      List.of("EXPLORE-001", "EXPLORE-002", "ANALYZE-001", "ANALYZE-002", "DISCUSS-001");
  private static final WorkspaceSpec REPOSITORY =
      WorkspaceSpec.ofUrl(
          "https://example.org/limits.git", Optional.empty(), Duration.ofSeconds(3));
  private static final Map<String, ?> DEEP = Map.of("mode", "deep");

  @AutoClose private final AnalysisDriver driver = new AnalysisDriver();
  private final AnalysisHost lima = driver.host;

  @Test
  void the_first_usable_agent_configures_the_topic_and_the_human_changes_the_mode() {
    lima.unusable.put("gemini", "not installed");
    driver.start();
    AnalyzeState waiting = driver.at("1-configuration");

    assertThat(waiting.configuration()).contains(AnalysisHost.CONFIGURED);
    assertThat(waiting.configuredBy).contains("codex");
    assertThat(driver.notesAt("1-configuration"))
        .containsExactly(
            "mode: standard; perspectives: technical, business; dimensions: security; complexity: 5 of 10",
            "configured by codex",
            "modes: quick (no discussion), standard (one) or deep (up to five)");
    AnswerReply reply = driver.answer("1-configuration", "approve", DEEP);
    driver.answer("2-tasks", "cancel");
    AnalyzeState end = driver.end();

    assertThat(reply.outcome()).isEqualTo(AnswerOutcome.ACCEPTED);
    assertThat(end.phase()).isEqualTo(AnalyzePhase.CANCELLED);
    assertThat(end.ending()).contains("cancelled by ada");
    assertThat(end.configuration().orElseThrow().mode()).isEqualTo(AnalysisMode.DEEP);
    assertThat(end.decisions())
        .extracting(Decision::gate)
        .containsExactly("1-configuration", "2-tasks");
    assertThat(end.budget().calls()).isEqualTo(1);
  }

  @Test
  void rules_configure_a_topic_if_no_agent_gives_a_usable_reply() {
    lima.prose = request -> true;
    driver.start();

    assertThat(driver.at("1-configuration").configuredBy).contains("rules");
    assertThat(lima.asked)
        .extracting(AskRequest::callId)
        .containsExactly(
            "topic-gemini-1", "topic-gemini-1-repair", "topic-codex-1", "topic-codex-1-repair");
  }

  @Test
  void the_gate_shows_the_agents_reason_for_its_configuration() {
    lima.why = "two of its parts disagree";

    assertThat(driver.start().notesAt("1-configuration"))
        .contains("configured by gemini: two of its parts disagree");
  }

  @Test
  void a_perspective_named_twice_is_analyzed_once() {
    driver.start(Map.of("perspectives", List.of("business", "business")));

    assertThat(driver.at("1-configuration").configuration().orElseThrow().perspectives())
        .containsExactly("business");
  }

  @Test
  void named_perspectives_stay_when_the_mode_is_changed_to_quick() {
    driver.start(Map.of("perspectives", List.of("business"))).at("1-configuration");
    driver.answer("1-configuration", "approve", Map.of("mode", "quick"));

    assertThat(Tasks.find(driver.at("2-tasks").tasks(), "ANALYZE-001").perspective())
        .isEqualTo("business");
  }

  @Test
  void an_answer_of_another_session_kind_is_refused_with_what_is_expected() {
    driver.start();

    assertThatThrownBy(() -> driver.answer("1-configuration", "more-analysis"))
        .isInstanceOf(WorkflowUpdateException.class)
        .cause()
        .hasMessageContaining("gate 1-configuration does not take");
  }

  @Test
  void folder_updates_and_notifications_continue_until_the_end() {
    driver.start().answer("1-configuration", "approve").answer("2-tasks", "cancel");
    AnalyzeState end = driver.end();

    assertThat(lima.projected).extracting(ProjectionRequest::type).containsOnly("AnalyzeWorkflow");
    assertThat(lima.projected.get(lima.projected.size() - 1).revision()).isEqualTo(end.revision());
    assertThat(lima.told)
        .extracting(Notification::event)
        .startsWith(NotificationEvent.AWAITING)
        .endsWith(NotificationEvent.ENDED);
  }

  @Test
  void any_session_can_be_cancelled_through_the_common_interface() {
    driver.start().at("1-configuration");
    cancel("bo");

    AnalyzeState end = driver.end();
    assertThat(end.phase()).isEqualTo(AnalyzePhase.CANCELLED);
    assertThat(end.ending()).contains("cancelled by bo");
    assertThat(end.resumeAt()).isEqualTo(AnalyzePhase.AWAITING_CONFIGURATION);
  }

  @Test
  void a_standard_analysis_explores_analyzes_discusses_and_concludes() {
    driver.start().begin().answer("3-discussion", "done").answer("4-completion", "keep");
    AnalyzeState end = driver.end();

    assertThat(end.phase()).isEqualTo(AnalyzePhase.COMPLETE);
    assertThat(end.decisions())
        .extracting(Decision::gate)
        .containsExactly("1-configuration", "2-tasks", "3-discussion", "4-completion");
    assertThat(lima.tasks())
        .as("each once, wave by wave")
        .containsExactlyInAnyOrder(
            "EXPLORE-001", "EXPLORE-002", "ANALYZE-001", "ANALYZE-002", "DISCUSS-001", "SYNTH-001");
    assertThat(lima.tasks().subList(4, 6)).containsExactly("DISCUSS-001", "SYNTH-001");
    assertThat(outline(end.tasks())).hasSize(7).allMatch(line -> line.endsWith(" completed"));
    assertThat(end.discoveries().entries())
        .extracting(one -> one.worker() + " " + one.type().word())
        .contains(
            "EXPLORE-001 exploration",
            "ANALYZE-002 analysis",
            "DISCUSS-001 discussion_point",
            "SYNTH-001 conclusion",
            "SYNTH-001 recommendation");
    assertThat(end.openQuestions())
        .containsExactly("C1: " + AnalysisHost.CONFLICT + " (yes | no)", "how many?");
  }

  @Test
  void each_perspective_has_one_agent_its_own_voice_and_earlier_findings() {
    driver.start().begin().at("3-discussion");

    assertThat(lima.of("EXPLORE-002").get(0).agent()).isEqualTo("codex");
    AskRequest analysis = lima.of("ANALYZE-002").get(0);
    assertThat(analysis.agent()).isEqualTo("codex");
    assertThat(analysis.voter()).isEqualTo("business");
    assertThat(analysis.timeout()).isEqualTo(Duration.ofMinutes(10));
    assertThat(analysis.notes().get("previous"))
        .startsWith("[Task EXPLORE-002: ")
        .endsWith("] seen as business");
    assertThat(analysis.notes().get("discoveries"))
        .contains("[EXPLORE-001 exploration]", "src/technical.py", "src/business.py");
    assertThat(lima.counted).hasSize(1);
    assertThat(lima.counted.get(0).runs())
        .extracting(AgentRun::agent)
        .containsExactlyInAnyOrder("technical", "business");
    assertThat(lima.of("DISCUSS-001")).extracting(AskRequest::role).containsExactly(Role.MODERATOR);
    assertThat(driver.notesAt("3-discussion"))
        .containsExactly(
            "discussion 1: 0 agreed points, 1 conflict open",
            "open: C1: " + AnalysisHost.CONFLICT + " (yes | no)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",'open_questions':[{'question':'x'}]",
        ",'recommendations':['use X']",
        ",'conclusions':{'a':'b'}"
      })
  void unknown_fields_of_a_reply_are_ignored(String beyond) {
    lima.beyond = beyond;
    AnalyzeState waiting = driver.start().begin().at("3-discussion");

    assertThat(waiting.discoveries().of(DiscoveryType.RECOMMENDATION)).isEmpty();
    assertThat(waiting.discoveries().of(DiscoveryType.CONCLUSION)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 2"})
  void the_number_of_concurrent_calls_is_limited(int concurrency, int most) {
    lima.pause = Duration.ofMillis(400);
    driver.start(Map.of("concurrency", concurrency)).begin();
    driver.answer("3-discussion", "deepen").at("4-completion");

    assertThat(lima.mostAtATime).hasValue(most);
  }

  @Test
  void an_agent_waiting_out_a_rate_limit_does_not_block_others() {
    Function<AskRequest, AskReply> usual = lima.onAsk;
    lima.onAsk =
        request -> {
          if (lima.of("EXPLORE-001").size() == 1 && request.agent().equals("patient")) {
            throw RateLimitTest.limited(driver.driver.environment, Duration.ofHours(20));
          }
          return usual.apply(request);
        };
    driver.start(Map.of("concurrency", 1, "tools", List.of("patient", "codex"))).begin();
    driver.when(state -> !lima.of("EXPLORE-002").isEmpty());

    assertThat(lima.of("EXPLORE-001")).hasSize(1);
  }

  @Test
  void going_deeper_asks_each_perspective_for_its_votes_on_the_ledger() {
    driver.start(DEEP).begin().at("3-discussion");
    lima.tree = "b".repeat(40);
    driver.answer("3-discussion", "deepen").at("4-discussion");

    List<AskRequest> ballots =
        lima.of("DISCUSS-002").stream().filter(one -> one.role() == Role.ANALYST).toList();
    assertThat(ballots)
        .extracting(one -> one.agent() + " " + one.voter() + " " + one.template())
        .containsExactlyInAnyOrder("gemini technical ballot-1", "codex business ballot-1");
    assertThat(ballots)
        .allSatisfy(
            one -> assertThat(one.documents()).containsEntry("ledger", document("synthesis 1")))
        .as("the files as they are after the wait")
        .extracting(AskRequest::tree)
        .containsOnly(lima.tree);
    assertThat(lima.entered.get(1).ledger()).contains(document("synthesis 1"));
    assertThat(lima.entered.get(1).round()).isEqualTo(2);
  }

  @Test
  void a_perspective_that_does_not_vote_is_reported() {
    lima.failing = one -> one.template().equals("ballot-1") && one.voter().equals("business");
    driver.start(DEEP).begin().answer("3-discussion", "deepen");

    assertThat(driver.notesAt("4-discussion"))
        .contains("business did not vote in discussion 2: codex not authenticated (codex failed)");
  }

  @Test
  void a_human_question_is_answered_by_number_and_the_answer_stays_in_effect() {
    lima.questions = List.of(Ledgers.question("Q1", "Which status?", "503", "504"));
    Gate open = driver.start(DEEP).begin().at("3-discussion").gates().open().orElseThrow();
    assertThat(open.shown().questions()).extracting(Question::id).containsExactly("Q1");
    driver.answer("3-discussion", "deepen", Map.of("answers", Map.of("1", "2")));
    AnalyzeState after = driver.at("4-discussion");

    assertThat(lima.recounted).hasSize(1);
    assertThat(lima.counted.get(1).answers())
        .extracting(HumanAnswer::id, HumanAnswer::words)
        .containsExactly(tuple("Q1", "504"));
    assertThat(lima.of("DISCUSS-002"))
        .allSatisfy(one -> assertThat(one.notes().get("decided")).contains("504"));
    assertThat(after.gates().open().orElseThrow().shown().questions()).isEmpty();
  }

  @Test
  void another_direction_is_analyzed_in_the_humans_words_before_discussion() {
    driver.start(DEEP).begin();
    driver.answer("3-discussion", "adjust", Map.of("text", "only the 代理"));
    AnalyzeState after = driver.at("4-discussion");

    AskRequest fix = lima.of("ANALYZE-fix-1").get(0);
    assertThat(fix.notes().get("assignment")).contains("only the 代理");
    assertThat(fix.notes().get("previous"))
        .contains("[Task EXPLORE-001: ")
        .doesNotContain("ANALYZE", "FEEDBACK");
    assertThat(fix.notes().get("decided")).isEqualTo("Direction of the discussion: only the 代理");
    assertThat(after.feedback())
        .extracting(Feedback::task, Feedback::round, Feedback::words)
        .containsExactly(tuple("FEEDBACK-001", 1, "adjust: only the 代理"));
    assertThat(lima.counted.get(1).runs()).extracting(AgentRun::agent).containsExactly("general");
  }

  @Test
  void questions_of_the_human_are_investigated_and_discussed() {
    driver.start(DEEP).begin();
    driver.answer("3-discussion", "ask", Map.of("questions", List.of("how many?", "where?")));
    AnalyzeState after = driver.at("4-discussion");

    assertThat(lima.of("ANALYZE-fix-1").get(0).notes().get("assignment"))
        .contains("1. how many? 2. where?");
    assertThat(Tasks.find(after.tasks(), "DISCUSS-002").discussionType())
        .contains(AnalysisTask.DiscussionType.SPECIFIC_QUESTIONS);
    assertThat(after.feedback().get(0).words()).isEqualTo("ask: how many?; where?");
  }

  @Test
  void a_question_in_the_only_discussion_is_answered_before_the_conclusion() {
    driver.start().begin();
    driver.answer("3-discussion", "ask", Map.of("questions", List.of("how many?")));
    assertThat(driver.notesAt("4-discussion")).anyMatch(note -> note.startsWith("answered: "));
    driver.answer("4-discussion", "done");

    assertThat(driver.at("5-completion").feedback()).hasSize(2);
    assertThat(lima.tasks()).endsWith("SYNTH-001");
    assertThat(lima.of("SYNTH-001").get(0).notes().get("decided"))
        .isEqualTo("The conclusion must answer: how many?");
  }

  @Test
  void dependents_of_a_failed_task_are_skipped_with_the_reason() {
    lima.failing = is("EXPLORE-002");
    driver.start().begin();
    AnalyzeState end = driver.at("3-wave-failure");

    assertThat(outline(end.tasks()))
        .containsExactly(
            "EXPLORE-001 completed",
            "EXPLORE-002 failed",
            "ANALYZE-001 completed",
            "ANALYZE-002 skipped",
            "DISCUSS-001 skipped",
            "FEEDBACK-001 skipped",
            "SYNTH-001 skipped");
    assertThat(Tasks.find(end.tasks(), "ANALYZE-002").error())
        .startsWith("EXPLORE-002 failed: ")
        .contains("codex not authenticated");
    List<String> notes = driver.notesAt("3-wave-failure");
    assertThat(notes.get(0)).isEqualTo("2 of 7 tasks completed, 1 failed, 4 skipped");
    assertThat(notes.get(1)).startsWith("EXPLORE-002: ");
    assertThat(notes).hasSize(2);

    lima.failing = request -> false;
    driver.answer("3-wave-failure", "retry").at("4-discussion");
    assertThat(lima.of("ANALYZE-001")).hasSize(1);
    assertThat(lima.counted.get(0).analyses()).hasSize(2);
  }

  @Test
  void an_explorer_that_finds_nothing_completes_its_task_with_the_reason() {
    lima.blind = is("EXPLORE-002");
    driver.start().begin();

    AnalyzeState now = driver.at("3-discussion");

    assertThat(outline(now.tasks())).contains("EXPLORE-002 completed", "ANALYZE-002 completed");
    assertThat(Tasks.find(now.tasks(), "EXPLORE-002").findings())
        .isEqualTo("nothing found: no limit in src");
    assertThat(driver.notesAt("3-discussion")).noneMatch(note -> note.contains("EXPLORE-002"));
  }

  @Test
  void nothing_is_concluded_without_findings() {
    lima.failing = request -> true;
    driver.start().begin().answer("3-wave-failure", "continue").answer("4-completion", "keep");

    assertThat(driver.end().phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(lima.tasks()).noneMatch(task -> task.startsWith("SYNTH"));
  }

  @Test
  void a_retry_repeats_failed_tasks_of_every_wave() {
    lima.failing = is("EXPLORE-002").or(is("ANALYZE-001"));
    driver.start().begin();
    Gate gate = driver.at("3-wave-failure").gates().open().orElseThrow();
    assertThat(gate.shown().title())
        .isEqualTo("Tasks of wave 1, wave 2 failed, and other tasks depend on them.");
    assertThat(gate.shown().lines().subList(1, 3))
        .satisfiesExactly(
            one -> assertThat(one).startsWith("EXPLORE-002: "),
            two -> assertThat(two).startsWith("ANALYZE-001: "));
    lima.failing = request -> false;

    driver.answer("3-wave-failure", "retry").at("4-discussion");
    assertThat(lima.of("EXPLORE-001")).hasSize(1);
  }

  @Test
  void a_fallback_is_asked_for_an_agent_that_returns_only_prose() {
    lima.prose = is("EXPLORE-001").and(request -> request.agent().equals("gemini"));
    driver.start(Map.of("fallback", List.of("gemini", "codex"))).begin().at("3-discussion");

    assertThat(lima.of("EXPLORE-001"))
        .extracting(AskRequest::agent)
        .containsExactly("gemini", "gemini", "codex");
  }

  @Test
  void an_analysis_without_statements_fails_its_task() {
    lima.findings = 0;
    driver.start().begin();

    assertThat(driver.notesAt("3-wave-failure"))
        .contains(
            "ANALYZE-001: gemini failed (its reply is not what was requested)",
            "ANALYZE-002: codex failed (its reply is not what was requested)");
  }

  @Test
  void a_completely_failed_wave_is_retried_without_repeating_finished_calls() {
    lima.failing = request -> task(request).startsWith("ANALYZE");
    driver.start().begin();
    assertThat(driver.notesAt("3-wave-failure").subList(1, 3))
        .allMatch(note -> note.matches("ANALYZE-00[12]: .*not authenticated.*"));
    lima.failing = request -> false;
    driver.answer("3-wave-failure", "retry").at("4-discussion");

    assertThat(lima.of("EXPLORE-001")).hasSize(1);
    assertThat(lima.of("ANALYZE-001"))
        .extracting(AskRequest::callId)
        .hasSize(2)
        .doesNotHaveDuplicates();
    assertThat(lima.of("DISCUSS-001")).hasSize(1);
  }

  @Test
  void failed_tasks_can_be_left_and_the_rest_concluded() {
    lima.failing = is("EXPLORE-002");
    driver.start().begin().answer("3-wave-failure", "continue");
    AnalyzeState end = driver.at("4-completion");

    assertThat(outline(end.tasks()))
        .containsExactly(
            "EXPLORE-001 completed",
            "EXPLORE-002 failed",
            "ANALYZE-001 completed",
            "ANALYZE-002 skipped",
            "DISCUSS-001 skipped",
            "FEEDBACK-001 skipped",
            "SYNTH-001 completed");
    assertThat(Tasks.find(end.tasks(), "SYNTH-001").deps()).containsExactly("ANALYZE-001");
  }

  @Test
  void a_stuck_analysis_is_saved_and_can_be_resumed_with_another_attempt() {
    lima.failing = is("EXPLORE-00.");
    driver.start().begin().answer("3-wave-failure", "abort");
    AnalyzeState saved = driver.end();
    assertThat(saved.phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(saved.ending().orElseThrow()).contains("conclave resume " + AnalysisDriver.ID);

    lima.failing = request -> false;
    driver.resume(saved).answer("4-wave-failure", "retry").at("5-discussion");
    assertThat(lima.of("ANALYZE-001")).hasSize(1);
  }

  @Test
  void perspectives_are_not_compared_if_every_moderator_fails_and_the_gate_says_so() {
    lima.failing = request -> request.role() == Role.MODERATOR;
    driver.start().begin();

    assertThat(driver.notesAt("3-discussion"))
        .last()
        .asString()
        .startsWith("perspectives were not compared in discussion 1: ")
        .contains("gemini", "codex");
    assertThat(lima.counted.get(0).moderation()).isEmpty();
    assertThat(lima.counted.get(0).moderationNeeded()).isTrue();
    driver.answer("3-discussion", "done");
    assertThat(driver.notesAt("4-completion"))
        .as("it was said once")
        .noneMatch(note -> note.startsWith("perspectives were not compared"));
  }

  @Test
  void a_skipped_comparison_is_noted_at_the_end() {
    lima.failing = request -> request.role() == Role.MODERATOR;
    AnalyzeState end = driver.start(Map.of("yes", true)).end();

    assertThat(end.phase()).isEqualTo(AnalyzePhase.COMPLETE);
    assertThat(end.notes()).anyMatch(note -> note.startsWith("perspectives were not compared"));
  }

  @Test
  void a_changed_table_is_run_and_an_invalid_one_is_refused_with_its_row() {
    driver.start();
    driver.answer("1-configuration", "approve");
    TaskTable table = driver.at("2-tasks").tasks();
    String csv = table.csv();

    assertThat(refused(csv.replace("\"EXPLORE-001\",\"E", "\"EXPLORE-002\",\"E")))
        .contains("row 3 (EXPLORE-002) repeats the id of an earlier row");
    assertThat(refused("id,title\r\n")).contains("the first row must name the columns");
    assertThat(refused(csv.replace("\"ANALYZE-002\",", "\"ANALYZE-009\",")))
        .contains("row 6 (DISCUSS-001) depends on \"ANALYZE-002\"");
    TaskTable alike =
        new TaskTable(
            table.tasks().stream()
                .map(one -> Requests.with(one, Map.of("perspective", "technical")))
                .toList());
    assertThat(refused(alike.csv())).contains("row 5 (ANALYZE-002) needs its own perspective");

    String renamed = csv.replace("business", "operations");
    driver.answer("2-tasks", "edit", Map.of("text", renamed));
    driver.answer("3-tasks", "approve").answer("4-discussion", "deepen").at("5-completion");
    assertThat(lima.of("EXPLORE-002").get(0).agent()).isEqualTo("codex");
    assertThat(lima.counted.get(1).runs())
        .extracting(AgentRun::agent)
        .containsExactlyInAnyOrder("technical", "operations");
  }

  private String refused(String csv) {
    try {
      driver.answer("2-tasks", "edit", Map.of("text", csv));
    } catch (WorkflowUpdateException e) {
      return String.valueOf(e.getCause().getMessage());
    }
    throw new AssertionError("the table was taken");
  }

  @Test
  void a_table_may_grow_long_and_a_request_is_never_truncated() {
    driver.start();
    driver.answer("1-configuration", "approve");
    String csv =
        driver
            .at("2-tasks")
            .tasks()
            .csv()
            .replace("The topic asks about", "限流".repeat(900) + " The topic asks about");
    assertThat(csv.getBytes(UTF_8)).hasSizeGreaterThan(32 << 10);
    driver.answer("2-tasks", "edit", Map.of("text", csv));
    driver.answer("3-tasks", "approve").at("4-discussion");

    String wish = "only the proxy ".repeat(110);
    assertThatThrownBy(() -> driver.answer("4-discussion", "adjust", Map.of("text", wish)))
        .cause()
        .hasMessageContaining("the text has 1649 characters; the limit is 1500");
    assertThatThrownBy(
            () -> driver.answer("4-discussion", "ask", Map.of("questions", List.of(wish, "why?"))))
        .cause()
        .hasMessageContaining("the limit is 1500");
  }

  @Test
  void discussions_of_one_wave_run_one_after_another() {
    lima.pause = Duration.ofMillis(200);
    driver.start();
    driver.answer("1-configuration", "approve");
    List<AnalysisTask> tasks = new ArrayList<>(driver.at("2-tasks").tasks().tasks());
    AnalysisTask discussion = Tasks.find(new TaskTable(tasks), "DISCUSS-001");
    tasks.add(Requests.with(discussion, Map.of("id", "DISCUSS-X")));
    driver.answer("2-tasks", "edit", Map.of("text", new TaskTable(tasks).csv()));
    driver.answer("3-tasks", "approve");
    AnalyzeState end = driver.at("4-discussion");

    assertThat(lima.counted).hasSize(1);
    assertThat(Tasks.find(end.tasks(), "DISCUSS-X").error())
        .isEqualTo("no perspective added anything new");
  }

  @Test
  void statements_made_during_a_discussion_are_left_for_the_next() {
    Function<AskRequest, AskReply> usual = lima.onAsk;
    lima.onAsk =
        request -> {
          if (request.role() == Role.MODERATOR) {
            driver.when(state -> outline(state.tasks()).contains("ANALYZE-X completed"));
          }
          return usual.apply(request);
        };
    driver.start();
    driver.answer("1-configuration", "approve");
    List<AnalysisTask> tasks = new ArrayList<>(driver.at("2-tasks").tasks().tasks());
    tasks.add(Requests.with(Tasks.task("ANALYZE-X", "ANALYZE-001"), Map.of("perspective", "x")));
    driver.answer("2-tasks", "edit", Map.of("text", new TaskTable(tasks).csv()));
    driver.answer("3-tasks", "approve");

    assertThat(driver.at("4-discussion").fresh).extracting(Said::task).containsExactly("ANALYZE-X");
  }

  @Test
  void statements_waiting_for_a_discussion_are_bounded_and_the_excess_is_noted() {
    lima.findings = 45;
    List<String> eyes = List.of("a", "b", "c", "d", "e", "f");
    AnalyzeState state = driver.start(Map.of("perspectives", eyes)).begin().at("3-discussion");

    assertThat(lima.counted.get(0).runs()).hasSizeBetween(4, 5);
    assertThat(driver.notesAt("3-discussion"))
        .anyMatch(note -> note.endsWith(" is not discussed: the discussion is full"));
    assertThat(outline(state.tasks())).contains("ANALYZE-006 completed");
    assertThat(Bounds.bytes(state)).isLessThan(1 << 20);
  }

  @Test
  void an_interrupted_discussion_is_repeated_with_the_same_calls() {
    lima.endless = request -> request.role() == Role.MODERATOR && request.round() == 2;
    driver.start(DEEP).begin().answer("3-discussion", "deepen");
    driver.when(state -> lima.of("DISCUSS-002").size() == 3);
    cancel("ada");
    AnalyzeState cancelled = driver.end();
    lima.endless = request -> false;
    driver.resume(cancelled).at("4-discussion");

    assertThat(lima.of("DISCUSS-002")).hasSize(6);
    assertThat(lima.of("DISCUSS-002").stream().map(AskRequest::callId).distinct())
        .as("the host has their replies still")
        .hasSize(3);
  }

  @Test
  void a_cancel_during_a_wave_keeps_finished_tasks_for_the_resumed_run() {
    lima.endless = is("ANALYZE-002");
    driver.start().begin();
    driver.when(state -> statuses(state).contains("ANALYZE-001 completed"));
    cancel("ada");
    AnalyzeState cancelled = driver.end();
    assertThat(cancelled.phase()).isEqualTo(AnalyzePhase.CANCELLED);
    assertThat(statuses(cancelled)).contains("ANALYZE-001 completed", "ANALYZE-002 pending");

    lima.endless = request -> false;
    driver.resume(cancelled).at("3-discussion");
    assertThat(lima.of("ANALYZE-001")).hasSize(1);
    assertThat(lima.of("ANALYZE-002"))
        .as("the host knows the call, if it was finished meanwhile")
        .extracting(AskRequest::callId)
        .hasSize(2)
        .containsOnly("t1.2-ANALYZE-002-codex-1");
    assertThat(lima.counted.get(0).analyses()).hasSize(2);
  }

  @Test
  void a_cancel_reaches_queued_tasks() {
    lima.endless = is("EXPLORE-001");
    driver.start(Map.of("concurrency", 1)).begin();
    driver.when(state -> !lima.of("EXPLORE-001").isEmpty());
    cancel("ada");

    assertThat(statuses(driver.end())).startsWith("EXPLORE-001 pending", "EXPLORE-002 pending");
    assertThat(lima.tasks()).containsExactly("EXPLORE-001");
  }

  @Test
  void a_long_run_continues_as_new_with_its_gate_still_open() {
    driver.start().at("1-configuration");

    Noise.lengthen(driver.session);
    driver.when(state -> driver.continued() && !state.gates().refused().isEmpty());

    assertThat(driver.at("1-configuration").configuration())
        .as("known from the run before")
        .contains(AnalysisHost.CONFIGURED);
    driver.answer("1-configuration", "approve").at("2-tasks");
    assertThat(lima.asked).hasSize(1);
  }

  @Test
  void a_run_that_grows_long_during_a_wave_continues_as_new_after_it() {
    lima.pause = Duration.ofMillis(1_500);
    driver.start().begin();
    driver.when(state -> lima.tasks().contains("EXPLORE-002"));
    Noise.lengthen(driver.session);
    driver.at("3-discussion");

    assertThat(driver.continued()).isTrue();
    assertThat(lima.tasks()).containsExactlyInAnyOrderElementsOf(UP_TO_DISCUSSION);
    assertThat(lima.counted.get(0).analyses()).hasSize(2);
  }

  @Test
  void a_completed_analysis_reopens_its_discussion_with_everything_known() {
    driver.start(Map.of("mode", "quick", "yes", true));
    AnalyzeState complete = driver.end();
    assertThat(complete.phase()).isEqualTo(AnalyzePhase.COMPLETE);
    AnalyzeRequest attended = AnalysisHost.with(complete.request(), Map.of("yes", false));
    driver.start(new SessionInput<>(attended, Optional.of(complete)));
    assertThat(driver.notesAt("4-discussion")).contains("conclusion: there is none");
    driver.answer("4-discussion", "deepen");
    AnalyzeState again = driver.at("5-completion");

    assertThat(again.feedback())
        .extracting(said -> said.task() + ": " + said.words())
        .containsExactly("DISCUSS-001: deepen");
    assertThat(again.conclusions(DiscoveryType.CONCLUSION))
        .as("those of the last synthesis, without perspectives that nobody has")
        .extracting(one -> one.text("point") + ", " + one.text("perspectives_supporting"))
        .containsExactly("there is none at all, technical");
    assertThat(again.conclusions(DiscoveryType.RECOMMENDATION)).hasSize(1);

    assertThat(lima.tasks())
        .containsExactly("EXPLORE-001", "ANALYZE-001", "SYNTH-001", "SYNTH-002");
    assertThat(lima.counted.get(0).runs()).extracting(AgentRun::agent).containsExactly("technical");
    assertThat(outline(again.tasks())).endsWith("DISCUSS-001 completed", "SYNTH-002 completed");
  }

  @Test
  void a_continued_analysis_that_is_cancelled_resumes_at_its_discussion() {
    driver.start(Map.of("mode", "quick", "yes", true));
    AnalyzeState complete = driver.end();
    AnalyzeRequest attended = AnalysisHost.with(complete.request(), Map.of("yes", false));
    driver.start(new SessionInput<>(attended, Optional.of(complete)));
    driver.answer("4-discussion", "cancel");
    AnalyzeState cancelled = driver.end();

    assertThat(cancelled.ending()).contains("cancelled by ada");
    assertThat(cancelled.decisions()).extracting(Decision::gate).endsWith("4-discussion");
    driver.resume(cancelled).at("5-discussion");
  }

  @ParameterizedTest
  @CsvSource({"quick, 1", "standard, 0"})
  void the_synthesis_reads_questions_that_no_discussion_asks(String mode, int told) {
    lima.asks = true;
    AnalyzeState end = driver.start(Map.of("mode", mode, "yes", true)).end();

    assertThat(end.discoveries().of(DiscoveryType.ANALYSIS))
        .extracting(one -> one.text("insight"))
        .filteredOn(insight -> insight.equals("Open question: which limit? (ten; none)"))
        .hasSize(told);
  }

  @ParameterizedTest
  @CsvSource({"quick", "standard", "deep"})
  void an_unattended_analysis_completes(String mode) {
    AnalyzeState end = driver.start(Map.of("mode", mode, "yes", true)).end();

    assertThat(end.phase()).isEqualTo(AnalyzePhase.COMPLETE);
    assertThat(outline(end.tasks())).allMatch(line -> line.endsWith(" completed"));
    assertThat(lima.tasks()).endsWith("SYNTH-001");
  }

  @Test
  void a_discussion_nobody_answers_in_time_is_concluded() {
    driver.start(Map.of("gate_timeout", Duration.ofHours(3))).begin().at("3-discussion");
    driver.driver.environment.sleep(Duration.ofHours(4));
    AnalyzeState end = driver.at("4-completion");

    Decision decision = end.decisions().get(2);
    assertThat(decision.gate()).isEqualTo("3-discussion");
    assertThat(decision.by()).isEqualTo("automatic (--gate-timeout)");
    assertThat(lima.of("SYNTH-001")).hasSize(1);
    driver.driver.environment.sleep(Duration.ofHours(4));
    assertThat(driver.at("4-completion").phase()).isEqualTo(AnalyzePhase.AWAITING_COMPLETION);
  }

  @Test
  void the_budget_is_raised_or_existing_results_are_used() {
    driver.start(Map.of("budget", calls(2))).begin();
    driver.answer("3-budget", "raise", Map.of("budget", Map.of("calls", 4)));
    driver.answer("4-budget", "decide");
    AnalyzeState end = driver.at("5-completion");

    assertThat(end.budget().calls()).isEqualTo(4);
    assertThat(statuses(end))
        .contains("EXPLORE-001 completed", "EXPLORE-002 completed", "SYNTH-001 skipped");
    assertThat(driver.notesAt("5-completion"))
        .contains("the budget is exhausted; the remaining tasks did not run")
        .anyMatch(note -> note.endsWith(" failed: not asked: the budget is exhausted"));
  }

  @Test
  void an_analysis_the_budget_ended_before_a_conclusion_is_saved_and_resumable() {
    AnalyzeState saved = driver.start(Map.of("budget", calls(3), "yes", true)).end();
    AnalyzeRequest attended = AnalysisHost.with(saved.request(), Map.of("yes", false));
    driver.start(new SessionInput<>(attended, Optional.of(saved)));
    driver.answer("5-budget", "raise", Map.of("budget", Map.of("calls", 50)));
    AnalyzeState again = driver.at("6-discussion");

    assertThat(saved.phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(saved.ending().orElseThrow())
        .startsWith("the analysis has no conclusion (2 of 7 tasks completed, ")
        .contains("conclave resume");
    assertThat(outline(again.tasks())).contains("ANALYZE-002 completed", "SYNTH-001 pending");
    assertThat(lima.of("EXPLORE-001")).hasSize(1);
  }

  @Test
  void an_analysis_without_budget_for_any_task_is_not_complete() {
    AnalyzeState end = driver.start(Map.of("budget", calls(1), "yes", true)).end();

    assertThat(end.phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(end.resumeAt()).isEqualTo(AnalyzePhase.AWAITING_WAVE_FAILURE);
    assertThat(lima.tasks()).isEmpty();
  }

  @Test
  void an_analysis_no_agent_can_make_fails_with_a_fix() {
    List.of("gemini", "codex").forEach(agent -> lima.unusable.put(agent, "not installed"));
    assertThat(driver.start(Map.of("mode", "standard")).notesAt("1-configuration"))
        .as("before anybody approves")
        .anyMatch(note -> note.contains("conclave doctor"));
    AnalyzeState end = driver.begin().end();

    assertThat(end.phase()).isEqualTo(AnalyzePhase.FAILED);
    assertThat(end.ending().orElseThrow()).contains("conclave doctor");
    lima.unusable.clear();
    driver.resume(end).at("3-discussion");
  }

  @Test
  void a_fallback_analyzes_if_no_named_tool_can() {
    lima.unusable.put("gemini", "not installed");
    driver.start(
        Map.of("tools", List.of("gemini"), "tools_named", true, "fallback", List.of("codex")));
    driver.begin().at("3-discussion");

    assertThat(lima.asked).extracting(AskRequest::agent).containsOnly("codex");
  }

  @Test
  void a_refused_export_reopens_the_gate_and_says_why() {
    lima.exportRefusal = Optional.of("/full is not an empty folder: name a new one");
    driver.start(Map.of("mode", "quick")).begin();
    driver.answer("3-completion", "export", Map.of("target", "/full"));

    assertThat(driver.notesAt("4-completion"))
        .contains("export to /full failed: /full is not an empty folder: name a new one");
    lima.exportRefusal = Optional.empty();
    driver.answer("4-completion", "export", Map.of("target", "/new"));
    AnalyzeState end = driver.end();
    assertThat(end.phase()).isEqualTo(AnalyzePhase.COMPLETE);
    assertThat(end.ending().orElseThrow()).contains("exported to /new");
    assertThat(lima.projected)
        .extracting(ProjectionRequest::target)
        .contains(Optional.of("/new"))
        .doesNotContain(Optional.of("/full"));
  }

  @Test
  void results_are_archived() {
    driver.start(Map.of("mode", "quick")).begin().answer("3-completion", "archive");

    AnalyzeState end = driver.end();
    assertThat(end.sessionsFolder()).contains(Path.of("/repo/.workflow/archive"));
    assertThat(end.ending().orElseThrow()).contains("moved to the archive");
  }

  @Test
  void a_host_that_dies_between_waves_is_replaced_by_one_that_gets_the_ledger() {
    driver.start(Map.of("workspace", REPOSITORY, "mode", "deep")).begin().at("3-discussion");
    driver.lima.dies();
    AnalysisHost quito = new AnalysisHost("h2", "quito");
    driver.hosts.start(quito);
    driver.answer("3-discussion", "deepen").at("4-discussion");

    assertThat(quito.tasks()).containsOnly("DISCUSS-002");
    assertThat(quito.kept).isNotEmpty().allMatch(kept -> kept.contains(AnalysisHost.CONFLICT));
    assertThat(quito.of("DISCUSS-002").get(0).documents())
        .containsEntry("ledger", document(quito.kept.get(0)));
    assertThat(quito.entered.get(0).ledger()).contains(document(quito.kept.get(0)));
    assertThat(lima.tasks()).containsExactlyInAnyOrderElementsOf(UP_TO_DISCUSSION);
  }

  @Test
  void analyses_not_yet_discussed_are_stored_on_the_next_host() {
    lima.failing = is("EXPLORE-002");
    driver.start(Map.of("workspace", REPOSITORY)).begin().at("3-wave-failure");
    driver.lima.dies();
    AnalysisHost quito = new AnalysisHost("h2", "quito");
    driver.hosts.start(quito);
    driver.answer("3-wave-failure", "retry").at("4-discussion");

    assertThat(quito.tasks()).containsExactly("EXPLORE-002", "ANALYZE-002", "DISCUSS-001");
    assertThat(quito.kept).hasSize(1).allMatch(kept -> kept.contains("technical finds no limit"));
    assertThat(quito.entered.get(0).analyses()).hasSize(2).contains(document(quito.kept.get(0)));
  }

  private static Predicate<AskRequest> is(String task) {
    return request -> task(request).matches(task);
  }

  private static List<String> statuses(AnalyzeState state) {
    return state.table().map(AnalysisDriver::outline).orElse(List.of());
  }

  private static BudgetLimits calls(int most) {
    return new BudgetLimits(Optional.empty(), Optional.of(most), Optional.empty());
  }

  private void cancel(String by) {
    driver
        .driver
        .environment
        .getWorkflowClient()
        .newWorkflowStub(SessionWorkflow.class, AnalysisDriver.ID)
        .cancelSession(SessionDriver.json("{\"by\":\"" + by + "\"}"));
  }
}
