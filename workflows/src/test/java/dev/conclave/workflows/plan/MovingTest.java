package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.document;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextPhase;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.ContextWorkflow;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergeRequest;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.Hosts.Host;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.activity.Activity;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.internal.common.ProtobufTimeUtils;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Sessions on a URL repository whose host dies at the worst moment, and sessions that stay. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Order(1) // the slowest
@Execution(ExecutionMode.CONCURRENT)
class MovingTest {
  private static final String APPROVE =
      "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,\"by\":\"ada\"}";

  /** Enough for a live host on a loaded machine to take a probe. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final SessionDriver driver = SessionDriver.withoutHost();
  private final Hosts hosts = new Hosts(driver.environment);
  private final CountDownLatch held = new CountDownLatch(1);

  @AfterEach
  void close() {
    held.countDown();
    hosts.close();
    driver.close();
  }

  @Test
  void a_host_that_dies_mid_round_loses_no_finished_analysis() {
    Host lima = analysing("lima");
    lima.script.onAsk = request -> afterHolding(analysis(lima, request));
    driver.start(Requests.serial(request(PATIENCE)));
    driver.view(v -> !lima.script.asked.isEmpty());
    lima.diesBehind("gemini");
    Host quito = analysing("quito");
    held.countDown();
    driver.gate("1-decision");

    assertThat(lima.script.askedAgents()).containsExactly("gemini");
    assertThat(quito.script.askedAgents()).containsExactly("codex");
    DocumentRef kept = document(asSent(reading("gemini")));
    assertThat(quito.script.kept).containsExactly(asSent(reading("gemini")));
    assertThat(quito.script.asked.get(0).template()).isEqualTo("ballot-1");
    assertThat(quito.script.asked.get(0).documents())
        .as("what gemini said was entered there again")
        .containsEntry("ledger", document("ledger 1"));
    assertThat(quito.script.entered)
        .extracting(MergeRequest::analyses)
        .containsExactly(List.of(kept), List.of(document("reply r1.0-codex-1")));
    CountRequest round = quito.script.counted.get(0);
    assertThat(round.analyses()).containsExactly(kept, document("reply r1.0-codex-1"));
    assertThat(round.workspace().host()).isEqualTo("id-quito");
    assertThat(round.runs()).extracting(AgentRun::status).containsExactly("answered", "answered");
    assertThat(quito.script.searched).hasSize(1);
    assertThat(driver.session.state().notes())
        .containsExactly(
            "host lima is unavailable: the workspace was opened on host quito at the same commit; the context was gathered again");
  }

  @Test
  void queued_calls_move_together_and_missing_agents_are_replaced() {
    Host lima = hosts.start("lima");
    lima.stops(List.of(lima.queueOf("gemini"), lima.queueOf("codex")));
    driver.start(request(PATIENCE));
    driver.view(v -> v.live().size() == 2);
    lima.dies();
    Host quito = hosts.start("quito");
    quito.stops(List.of(quito.queueOf("codex")));
    quito.script.unusable.put("codex", "no such program");
    driver.gate("1-decision");

    assertThat(quito.script.opened).hasSize(1);
    assertThat(quito.script.askedAgents()).containsExactlyInAnyOrder("gemini", "qwen");
    assertThat(quito.script.counted.get(0).runs())
        .extracting(run -> run.agent() + " for " + run.standsFor() + ": " + run.status())
        .containsExactlyInAnyOrder(
            "gemini for gemini: answered",
            "codex for codex: not-installed",
            "qwen for codex: answered");
    assertThat(driver.session.fullState().moves()).isEqualTo(1);
  }

  @Test
  void a_context_whose_host_dies_at_a_conflict_continues_elsewhere_without_exploring() {
    Host lima = gathering("lima");
    ContextRequest request =
        Requests.with(
            ScriptedContext.request("Add a limiter"),
            Map.of("workspace", request(PATIENCE).workspace(), "sources", List.of("docs/rfc.md")));
    ContextWorkflow session = driver.startContext(new SessionInput<>(request, Optional.empty()));
    SessionDriver.gate(session, "1-conflict");
    lima.dies();
    Host quito = gathering("quito");
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':1");
    ContextState end = SessionDriver.end(session, ContextState.class);

    assertThat(end.phase()).isEqualTo(ContextPhase.COMPLETE);
    assertThat(lima.script.asked).hasSize(2);
    assertThat(quito.script.asked).isEmpty();
    assertThat(quito.script.searched).hasSize(1);
    assertThat(quito.context.written).hasSize(1);
    assertThat(quito.context.assembled.get(0).explorations())
        .as("what was said of the exploration was kept there again")
        .extracting(Explored::document)
        .containsExactly(document(quito.script.kept.get(0)));
    assertThat(quito.context.assembled.get(0).sources()).contains(document("sources"));
    assertThat(end.notes()).contains("host lima is unavailable: host quito continues");
  }

  @Test
  void a_plan_follows_its_full_context_to_its_new_host() {
    Host lima = gathering("lima");
    driver.start(
        Requests.with(ScriptedContext.fully(), Map.of("workspace", request(PATIENCE).workspace())));
    ContextWorkflow child = driver.child();
    SessionDriver.gate(child, "1-conflict");
    lima.dies();
    Host quito = gathering("quito");
    SessionDriver.answer(child, "1-conflict", "choose", ",'strategy':1");
    driver.gate("1-decision");

    assertThat(driver.session.state().hostName()).contains("quito");
    assertThat(quito.script.asked).extracting(AskRequest::role).containsOnly(Role.ANALYST);
    assertThat(quito.script.asked)
        .allSatisfy(request -> assertThat(request.documents()).containsKey("briefing"));
  }

  private Host gathering(String name) {
    Host host = hosts.start(name);
    host.context.severity = "high";
    host.context.conflicts = List.of("High");
    host.script.onAsk = request -> host.context.said(host.script, request);
    return host;
  }

  @Test
  void a_session_whose_host_dies_at_a_gate_continues_elsewhere_at_the_same_commit() {
    Host lima = hosts.start("lima");
    lima.stops(List.of(TaskQueues.notifications("id-lima")));
    driver.start(request(PATIENCE));
    driver.gate("1-decision");
    lima.dies();
    Host quito = hosts.start("quito");
    driver.view(v -> !quito.script.told.isEmpty() && !quito.script.projected.isEmpty());
    assertThat(quito.script.told)
        .as("people are told by the host that is there")
        .extracting(told -> told.gate().orElseThrow().id())
        .containsExactly("1-decision");
    assertThat(driver.session.state().gate().orElseThrow().id()).isEqualTo("1-decision");
    assertThat(driver.session.state().hostName()).contains("quito");
    assertThat(driver.session.state().notes().get(0))
        .endsWith("the results of the rounds are kept, but their documents are lost");
    assertThat(lima.script.opened).extracting(WorkspaceSpec::ref).containsExactly(Optional.empty());
    assertThat(quito.script.opened)
        .extracting(WorkspaceSpec::ref)
        .containsExactly(Optional.of("c0ffee"));

    driver.signal(APPROVE);
    driver.gate("2-confirmation");
    AskRequest planner = quito.script.asked.get(0);
    assertThat(planner.role()).isEqualTo(Role.PLANNER);
    assertThat(quito.script.kept).hasSize(1);
    assertThat(quito.script.kept.get(0))
        .contains("\"solutions\":[{\"name\":\"Token bucket\"")
        .contains("\"ledger\":{");
    assertThat(planner.documents())
        .containsEntry("ledger", document(quito.script.kept.get(0)))
        .containsKey("context");
    assertThat(driver.session.fullState().rounds().get(0).synthesis())
        .as("its file is named as not kept")
        .isEqualTo(document("synthesis"));

    driver.answer("2-confirmation", "modify", "'text':'fewer tasks'");
    driver.gate("3-confirmation");
    assertThat(quito.script.asked.get(1).documents())
        .containsEntry("previous-plan", document(json(ScriptedHost.plan(false))));
  }

  @Test
  void a_busy_host_is_waited_for_and_nothing_is_asked_twice() {
    Host lima = hosts.start("lima");
    hosts.start("quito").stops(List.of(TaskQueues.WORKFLOWS));
    lima.stops(List.of(lima.queueOf("gemini")));
    driver.start(request(PATIENCE));
    driver.view(v -> lima.script.probes.get() >= 2);
    lima.poll(lima.queueOf("gemini"));
    driver.gate("1-decision");

    assertThat(lima.script.askedCalls()).containsExactlyInAnyOrder("r1.0-gemini-1", "r1.0-codex-1");
    assertThat(lima.script.opened).hasSize(1);
    assertThat(driver.session.state().notes()).isEmpty();
    assertThat(scheduled("ask"))
        .as("what was not taken stands in the queue twice as long the next time")
        .extracting(MovingTest::limit)
        .contains(PATIENCE, PATIENCE.multipliedBy(2));
  }

  @Test
  void a_host_that_dies_during_a_move_is_replaced_by_a_third() {
    Host lima = hosts.start("lima");
    driver.start(request(PATIENCE));
    driver.gate("1-decision");
    lima.dies();
    Host quito = hosts.start("quito");
    quito.stops(SessionDriver.queues("id-quito"));
    quito.stops(List.of(TaskQueues.probe("id-quito")));
    driver.signal(APPROVE);
    driver.view(v -> !quito.script.opened.isEmpty());
    quito.dies();
    Host sucre = hosts.start("sucre");
    driver.gate("2-confirmation");

    assertThat(sucre.script.opened).hasSize(1);
    assertThat(sucre.script.askedCalls()).containsExactly("p1-gemini-1");
    assertThat(driver.session.fullState().workspace().orElseThrow().hostName()).isEqualTo("sucre");
    assertThat(driver.session.fullState().moves()).isEqualTo(2);
  }

  @Test
  void an_irreplaceable_host_is_waited_for_and_the_reason_is_shown() {
    Host lima = hosts.start("lima");
    driver.start(request(PATIENCE));
    driver.gate("1-decision");
    lima.dies();
    Host quito = hosts.start("quito");
    quito.script.onOpen =
        () -> {
          throw ApplicationFailure.newNonRetryableFailure(
              "Authentication failed", FailureTypes.WORKSPACE_REFUSED);
        };
    driver.signal(APPROVE);
    SessionView waiting = driver.view(v -> quito.script.opened.size() >= 2);

    assertThat(waiting.hindrance().orElseThrow())
        .startsWith("waiting for host lima: no other host is available")
        .contains("Authentication failed");
    assertThat(waiting.hostName()).contains("lima");
    quito.stops(List.of(TaskQueues.WORKFLOWS));
    lima.comesBack();
    driver.gate("2-confirmation");
    SessionView after = driver.session.state();
    assertThat(after.hindrance()).isEmpty();
    assertThat(after.notes()).isEmpty();
    assertThat(after.hostName()).contains("lima");
    assertThat(driver.session.fullState().moves()).isZero();
  }

  @Test
  void a_host_that_returns_before_its_replacement_still_has_everything() {
    Host lima = hosts.start("lima");
    driver.start(request(PATIENCE));
    driver.gate("1-decision");
    lima.dies();
    driver.signal(APPROVE);
    view("it is looked for another host", () -> scheduled("openWorkspace").size() == 2);
    lima.comesBack();
    driver.gate("2-confirmation");

    assertThat(lima.script.opened).hasSize(2);
    assertThat(lima.script.kept).isEmpty();
    assertThat(driver.session.state().notes()).isEmpty();
    assertThat(driver.session.fullState().moves()).isZero();
  }

  @Test
  void the_host_of_a_folder_is_waited_for_indefinitely() {
    hosts.start("lima");
    PlanRequest request = request(PATIENCE);
    driver.start(Requests.workspace(request, WorkspaceSpec.ofPath("id-lima", "/repo")));
    driver.gate("1-decision");
    assertThat(scheduled("ask")).hasSize(2).allSatisfy(this::waitsForEver);
    assertThat(scheduled("nameTree")).allSatisfy(this::waitsForEver);
    assertThat(scheduled("projectFolder")).isNotEmpty().allSatisfy(this::waitsForEver);
  }

  @Test
  void a_cancel_during_a_move_takes_effect_at_once() {
    Host lima = hosts.start("lima");
    driver.start(request(PATIENCE));
    driver.gate("1-decision");
    lima.dies();
    Host quito = hosts.start("quito");
    quito.script.onOpen = this::hold;
    driver.signal(APPROVE);
    driver.view(v -> !quito.script.opened.isEmpty());
    driver.session.cancelSession(SessionDriver.json("\"ada\""));

    driver.view(v -> v.over());
    assertThat(driver.session.fullState().workspace().orElseThrow().hostName()).isEqualTo("lima");
    assertThat(driver.session.state().ending()).contains("cancelled by ada");
  }

  @Test
  void a_session_moves_five_times_then_fails_and_says_why() {
    AtomicInteger number = new AtomicInteger();
    ScriptedHost never =
        new ScriptedHost("id", "nowhere") {
          @Override
          public Opened open(WorkspaceSpec spec) {
            return new ScriptedHost("id-" + number.incrementAndGet(), "nowhere").open(spec);
          }
        };
    hosts.start(never).stops(SessionDriver.queues("id"));
    driver.start(request(Duration.ofSeconds(1)));

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.FAILED);
    assertThat(end.ending().orElseThrow())
        .startsWith("host nowhere is unavailable")
        .contains("limit of 5 moves");
    assertThat(number.get()).isEqualTo(6);
  }

  private Host analysing(String name) {
    Host host = hosts.start(name);
    host.script.onAsk = request -> analysis(host, request);
    return host;
  }

  private static AskReply analysis(Host host, AskRequest request) {
    AskReply plain = host.script.reply(request, List.of(), false);
    return new AskReply(
        plain.receipt(),
        plain.raw(),
        plain.document(),
        Optional.of(reading(request.agent())),
        Optional.empty(),
        List.of(),
        false,
        Optional.empty(),
        Optional.empty(),
        null);
  }

  private static Analysis reading(String agent) {
    return new Analysis(
        agent,
        "architecture",
        0.8,
        List.of("handle takes no limit [src/limit.py:3]"),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        false,
        List.of(),
        Optional.empty(),
        List.of());
  }

  private static PlanRequest request(Duration patience) {
    return Requests.workspace(
        SessionDriver.request(),
        WorkspaceSpec.ofUrl("https://example.org/limits.git", Optional.empty(), patience));
  }

  private static String json(Object record) {
    try {
      return WireMapper.get().writeValueAsString(record);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** Sends an analysis over the wire, where an absent JSON value becomes null. */
  private static String asSent(Analysis analysis) {
    try {
      return json(WireMapper.get().readValue(json(analysis), Analysis.class));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private AskReply afterHolding(AskReply reply) {
    hold();
    return reply;
  }

  private void hold() {
    try {
      while (!held.await(1, TimeUnit.SECONDS)) {
        Activity.getExecutionContext().heartbeat("held");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void view(String what, java.util.function.BooleanSupplier so) {
    assertThat(driver.view(v -> so.getAsBoolean())).as(what).isNotNull();
  }

  private List<ActivityTaskScheduledEventAttributes> scheduled(String type) {
    return driver
        .environment
        .getWorkflowClient()
        .fetchHistory(WorkflowStub.fromTyped(driver.session).getExecution().getWorkflowId())
        .getEvents()
        .stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED)
        .map(HistoryEvent::getActivityTaskScheduledEventAttributes)
        .filter(activity -> activity.getActivityType().getName().equals(type))
        .toList();
  }

  /** Requires no time-out, which the server represents as its maximum. */
  private void waitsForEver(ActivityTaskScheduledEventAttributes activity) {
    assertThat(limit(activity)).matches(l -> l.isZero() || l.compareTo(Duration.ofDays(300)) > 0);
  }

  private static Duration limit(ActivityTaskScheduledEventAttributes activity) {
    return ProtobufTimeUtils.toJavaDuration(activity.getScheduleToStartTimeout());
  }
}
