package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.outcome;

import dev.conclave.workflows.analyze.AnalysisDriver;
import dev.conclave.workflows.analyze.AnalysisHistories;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.ContextWorkflow;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.ExecuteWorkflow;
import dev.conclave.workflows.execute.ScriptedExecution;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.review.ReviewRequest;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.review.Reviews;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.activity.Activity;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.ActivityCanceledException;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Records the histories that {@link ReplayTest} replays, from sessions on a real server with {@link
 * ScriptedHost} or an analysis's host, answered with digests like the client. Arguments: the
 * server's address, the output folder and optionally the names of the wanted histories. The server
 * must know the search attributes and suggest continue-as-new early:
 *
 * <pre>
 * temporal server start-dev --dynamic-config-value limit.historyCount.suggestContinueAsNew=220 \
 *   --search-attribute ConclavePhase=Keyword --search-attribute ConclaveRound=Int \
 *   --search-attribute ConclaveAwaiting=Keyword --search-attribute ConclaveRepo=Keyword \
 *   --search-attribute ConclaveHandle=Keyword</pre>
 *
 * <p>Since the first release, histories represent sessions that people have waiting. Record an
 * additional one for a new path; never replace one because a change does not replay.
 */
public final class HistoryRecorder {
  private HistoryRecorder() {}

  /** Runs each wanted path once and writes the history of each of its runs. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    Map<String, Consumer<SessionDriver>> paths = new LinkedHashMap<>();
    paths.put("happy", HistoryRecorder::happy);
    paths.put("handed-off", HistoryRecorder::handedOff);
    paths.put("execute", HistoryRecorder::execute);
    paths.put("execute-failing", HistoryRecorder::executeFailing);
    paths.put("execute-resumed", HistoryRecorder::executeResumed);
    paths.put("moderated", HistoryRecorder::moderated);
    paths.put("clarify", HistoryRecorder::clarify);
    paths.put("recounted", HistoryRecorder::recounted);
    paths.put("more-analysis", HistoryRecorder::moreAnalysis);
    paths.put("cancel-mid-round", HistoryRecorder::cancelMidRound);
    paths.put("degraded", HistoryRecorder::degraded);
    paths.put("continue-as-new", HistoryRecorder::continueAsNew);
    paths.put("deadline", HistoryRecorder::deadline);
    paths.put("deadline-at-gate", HistoryRecorder::deadlineAtGate);
    paths.put("deadline-in-round", HistoryRecorder::deadlineInRound);
    paths.put("budget", HistoryRecorder::budget);
    paths.put("drift", HistoryRecorder::drift);
    paths.put("plan-drift", HistoryRecorder::planDrift);
    paths.put("serial-unattended", HistoryRecorder::serialUnattended);
    paths.put("resumed", HistoryRecorder::resumed);
    paths.put("empty-reply", HistoryRecorder::emptyReply);
    paths.put("review", HistoryRecorder::review);
    paths.put("review-empty", HistoryRecorder::reviewEmpty);
    paths.put("context", HistoryRecorder::context);
    paths.put("context-resumed", HistoryRecorder::contextResumed);
    paths.put("context-continued", HistoryRecorder::contextContinued);
    paths.put("context-used", HistoryRecorder::contextUsed);
    paths.put("full-context", HistoryRecorder::fullContext);
    paths.put("full-context-stopped", HistoryRecorder::fullContextStopped);
    Map<String, BiConsumer<SessionDriver, Hosts>> moves = new LinkedHashMap<>();
    moves.put("moved", HistoryRecorder::moved);
    moves.put("cancel-while-settling", HistoryRecorder::cancelWhileSettling);
    Map<String, Consumer<AnalysisDriver>> analyses = AnalysisHistories.paths();
    List<String> wanted = List.of(arguments).subList(2, arguments.length);
    if (!wanted.isEmpty()) {
      paths.keySet().retainAll(wanted);
      moves.keySet().retainAll(wanted);
      analyses.keySet().retainAll(wanted);
    }
    for (Map.Entry<String, Consumer<SessionDriver>> path : paths.entrySet()) {
      try (SessionDriver driver = SessionDriver.onServer(arguments[0])) {
        path.getValue().accept(driver);
        write(driver.environment, driver.startedId(), driver.firstRun(), folder, path.getKey());
      }
    }
    for (Map.Entry<String, BiConsumer<SessionDriver, Hosts>> move : moves.entrySet()) {
      try (SessionDriver driver = SessionDriver.onServerWithoutHost(arguments[0]);
          Hosts hosts = new Hosts(driver.environment)) {
        move.getValue().accept(driver, hosts);
        write(driver.environment, SessionDriver.ID, driver.firstRun(), folder, move.getKey());
      }
    }
    for (Map.Entry<String, Consumer<AnalysisDriver>> path : analyses.entrySet()) {
      try (AnalysisDriver driver =
          new AnalysisDriver(SessionDriver.onServerWithoutHost(arguments[0]))) {
        path.getValue().accept(driver);
        write(
            driver.driver.environment, AnalysisDriver.ID, driver.firstRun(), folder, path.getKey());
      }
    }
  }

  /** Writes the histories of a run and its continuations. */
  private static void write(
      TestWorkflowEnvironment environment, String session, String first, Path folder, String name)
      throws IOException {
    Optional<String> run = Optional.of(first);
    for (int number = 1; run.isPresent(); number++) {
      WorkflowExecutionHistory history =
          environment.getWorkflowClient().fetchHistory(session, run.get());
      String file = number == 1 ? name : name + "-" + number;
      Files.writeString(folder.resolve(file + ".json"), history.toJson(true));
      System.err.println(file + ": " + history.getEvents().size() + " events");
      run = next(history);
    }
  }

  /** Returns the run that continues a history. */
  private static Optional<String> next(WorkflowExecutionHistory history) {
    return Optional.of(history.getLastEvent())
        .filter(HistoryEvent::hasWorkflowExecutionContinuedAsNewEventAttributes)
        .map(HistoryEvent::getWorkflowExecutionContinuedAsNewEventAttributes)
        .map(continued -> continued.getNewExecutionRunId());
  }

  private static SessionTerms searchable(SessionRequest request) {
    return request.terms().withSearchAttributes(true);
  }

  private static PlanRequest request() {
    return SessionDriver.request().with(searchable(SessionDriver.request()));
  }

  private static void happy(SessionDriver driver) {
    driver.start(request());
    approveAndAccept(driver, 1);
  }

  /** A separate session executes the plan. */
  private static void handedOff(SessionDriver driver) {
    driver.start(request());
    answer(driver, "1-decision", "\"kind\":\"approve\",\"solution\":1");
    answer(driver, "2-confirmation", "\"kind\":\"execute\"");
    driver.end();
    ExecuteWorkflow execution = driver.execution(ExecuteState.KIND.childId(SessionDriver.ID));
    SessionDriver.answer(execution, "1-delivery", "keep", "");
    SessionDriver.end(execution, ExecuteState.class);
  }

  /** Three tasks in two steps, a review with a fix, and a merge. */
  private static void execute(SessionDriver driver) {
    driver.host.outcomes.addAll(Reviews.twoRounds());
    driver.host.outcomes.add(Reviews.round(false, Standing.REFUTED, "gemini", "qwen"));
    ExecuteWorkflow execution =
        driver.startExecution(
            new SessionInput<>(
                ScriptedExecution.request("T1 1", "T2 1", "T3 2 T1").withReviewers(null),
                Optional.empty()));
    SessionDriver.answer(execution, "1-review", "fix", "");
    SessionDriver.answer(execution, "2-delivery", "merge", "");
    SessionDriver.end(execution, ExecuteState.class);
  }

  /** A task fails with two agents, is retried, then done by hand; the merge is refused once. */
  private static void executeFailing(SessionDriver driver) {
    driver.execution.failsUntilByHand();
    ExecuteWorkflow execution =
        driver.startExecution(
            new SessionInput<>(ScriptedExecution.request("T1 1", "T2 2"), Optional.empty()));
    SessionDriver.answer(execution, "1-commands", "allow", ",'numbers':[1]");
    SessionDriver.answer(execution, "2-task-failure", "retry", ",'text':'Use the store'");
    SessionDriver.answer(execution, "3-task-failure", "by-hand", "");
    SessionDriver.answer(execution, "4-by-hand", "continue", "");
    SessionDriver.answer(execution, "5-task-failure", "skip", "");
    SessionDriver.answer(execution, "6-delivery", "merge", "");
    SessionDriver.answer(execution, "7-delivery", "pr", ",'draft':true");
    SessionDriver.end(execution, ExecuteState.class);
  }

  /** Cancelled at a failed task, then resumed. */
  private static void executeResumed(SessionDriver driver) {
    ExecuteRequest request = ScriptedExecution.request("T1 1", "T2 2");
    driver.execution.failsAt("T2");
    ExecuteWorkflow execution =
        driver.startExecution(new SessionInput<>(request, Optional.empty()));
    SessionDriver.gate(execution, "1-task-failure");
    execution.cancelSession(Message.of(WireMapper.get().createObjectNode().put("by", "ada")));
    ExecuteState cancelled = SessionDriver.end(execution, ExecuteState.class);
    driver.execution.failsAt("");
    execution = driver.startExecution(new SessionInput<>(request, Optional.of(cancelled)));
    SessionDriver.answer(execution, "2-task-failure", "retry", "");
    SessionDriver.answer(execution, "3-delivery", "keep", "");
    SessionDriver.end(execution, ExecuteState.class);
  }

  private static void approveAndAccept(SessionDriver driver, int opening) {
    answer(driver, opening + "-decision", "\"kind\":\"approve\",\"solution\":1");
    answer(driver, (opening + 1) + "-confirmation", "\"kind\":\"accept\"");
    driver.end();
  }

  private static void answer(SessionDriver driver, String gate, String answer) {
    driver.answer(seen(driver, gate, answer));
  }

  /** Returns an answer to what a gate currently shows. */
  private static String seen(SessionDriver driver, String gate, String answer) {
    String digest = driver.gate(gate).digest();
    return "{\"gate\":\"%s\",\"digest\":\"%s\",%s}".formatted(gate, digest, answer);
  }

  /** Two rounds with a moderator whose first reply has an error. */
  private static void moderated(SessionDriver driver) {
    driver.host.moderate = true;
    driver.host.onAsk =
        request ->
            driver.host.reply(
                request,
                request.role() == Role.MODERATOR && request.repair().isEmpty()
                    ? List.of("single: there is no A.1.f9")
                    : List.of(),
                false);
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.5, true, 2));
    driver.start(request());
    approveAndAccept(driver, 1);
  }

  /** Every question is answered by number, and the approval answers again. */
  private static void recounted(SessionDriver driver) {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start(request());
    answer(driver, "1-clarification", "\"kind\":\"clarify\",\"answers\":{\"1\":\"1\",\"2\":\"2\"}");
    approveAndAccept(driver, 2);
  }

  private static void clarify(SessionDriver driver) {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start(request());
    answer(driver, "1-clarification", "\"kind\":\"clarify\",\"text\":\"10 a second\"");
    approveAndAccept(driver, 2);
  }

  private static void moreAnalysis(SessionDriver driver) {
    driver.start(request());
    driver.gate("1-decision");
    driver.signal("{\"gate\":\"0-decision\",\"kind\":\"approve\"}");
    driver.signal(seen(driver, "1-decision", "\"kind\":\"more-analysis\",\"text\":\"the cache\""));
    answer(driver, "2-decision", "\"kind\":\"different-direction\",\"text\":\"in the proxy\"");
    approveAndAccept(driver, 3);
  }

  private static AskReply untilCancelled(AskRequest request) {
    try {
      while (true) {
        Activity.getExecutionContext().heartbeat(request.callId());
        Thread.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActivityCanceledException();
    }
  }

  private static void cancelMidRound(SessionDriver driver) {
    driver.host.onAsk = HistoryRecorder::untilCancelled;
    driver.start(request());
    driver.view(v -> v.live().size() == 2);
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
    driver.end();
  }

  private static void degraded(SessionDriver driver) {
    driver.host.fails("gemini", FailureKind.UNAVAILABLE, FailureKind.TIMED_OUT);
    driver.host.fails("codex", FailureKind.RATE_LIMITED);
    driver.host.fails("qwen", FailureKind.NOT_AUTHENTICATED);
    driver.host.unusable.put("claude", "no such program");
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, false, 1));
    driver.host.planErrors.addAll(
        List.of(List.of("bad"), List.of("bad"), List.of("bad"), List.of("bad")));
    driver.start(request());
    approveAndAccept(driver, 1);
  }

  private static void continueAsNew(SessionDriver driver) {
    driver.start(request());
    for (int gate = 1; gate <= 18; gate++) {
      answer(driver, gate + "-decision", "\"kind\":\"more-analysis\"");
    }
    approveAndAccept(driver, 19);
  }

  /** Both reminders, then the policy approves and the plan is saved. */
  private static void deadline(SessionDriver driver) {
    driver.start(
        Requests.deadline(
            request(), new Deadline(Duration.ofSeconds(6), DeadlinePolicy.APPROVE_FIRST)));
    driver.end();
  }

  /** The deadline passes while the human is awaited. */
  private static void deadlineAtGate(SessionDriver driver) {
    driver.start(
        Requests.deadline(request(), new Deadline(Duration.ofSeconds(6), DeadlinePolicy.SAVE)));
    driver.gate("1-decision");
    driver.end();
  }

  /** The deadline passes while agents are asked. */
  private static void deadlineInRound(SessionDriver driver) {
    driver.host.onAsk = HistoryRecorder::untilCancelled;
    driver.start(
        Requests.deadline(request(), new Deadline(Duration.ofSeconds(6), DeadlinePolicy.SAVE)));
    driver.view(v -> v.live().size() == 2);
    driver.end();
  }

  private static void budget(SessionDriver driver) {
    driver.start(Requests.calls(request(), 1));
    answer(driver, "1-budget", "\"kind\":\"raise\",\"budget\":{\"calls\":9}");
    approveAndAccept(driver, 2);
  }

  private static void drift(SessionDriver driver) {
    driver.host.drifts.add(List.of("src/limits.py"));
    driver.start(request());
    answer(driver, "1-decision", "\"kind\":\"approve\",\"solution\":1");
    answer(driver, "2-decision", "\"kind\":\"approve\",\"solution\":1,\"accept_drift\":true");
    answer(driver, "3-confirmation", "\"kind\":\"modify\",\"text\":\"smaller steps\"");
    answer(driver, "4-confirmation", "\"kind\":\"back\"");
    approveAndAccept(driver, 5);
  }

  /** A file of the plan is missing when it is to be executed. */
  private static void planDrift(SessionDriver driver) {
    driver.start(request());
    answer(driver, "1-decision", "\"kind\":\"approve\",\"solution\":1,\"answers\":{\"1\":\"2\"}");
    driver.gate("2-confirmation");
    driver.host.tree = "b".repeat(40);
    driver.host.planErrors.add(List.of("TASK-001 modifies limit.py, which does not exist."));
    driver.host.planErrors.add(List.of("TASK-001 modifies limit.py, which does not exist."));
    answer(driver, "2-confirmation", "\"kind\":\"execute\"");
    answer(driver, "3-confirmation", "\"kind\":\"execute\",\"accept_drift\":true");
    driver.end();
  }

  private static void serialUnattended(SessionDriver driver) {
    driver.start(Requests.yes(Requests.serial(request())));
    driver.end();
  }

  private static void resumed(SessionDriver driver) {
    driver.start(request());
    answer(driver, "1-decision", "\"kind\":\"approve\",\"solution\":1");
    answer(driver, "2-confirmation", "\"kind\":\"save\"");
    PlanState saved = driver.end();
    driver.start(new SessionInput<>(saved.request(), Optional.of(saved)));
    answer(driver, "3-confirmation", "\"kind\":\"execute\"");
    driver.end();
  }

  /** An agent's reply and its repair are both empty, so its seat goes to the next agent. */
  private static void emptyReply(SessionDriver driver) {
    driver.host.onAsk =
        request ->
            request.agent().equals("gemini")
                ? driver.host.wordless(request)
                : driver.host.reply(request, List.of(), false);
    driver.start(request());
    approveAndAccept(driver, 1);
  }

  /** The host of a URL repository dies at a gate, and another replaces it. */
  private static void moved(SessionDriver driver, Hosts hosts) {
    onRepository(driver, hosts).dies();
    hosts.start("quito");
    approveAndAccept(driver, 1);
  }

  /** The host dies while an answer is checked, nobody replaces it, and the human cancels. */
  private static void cancelWhileSettling(SessionDriver driver, Hosts hosts) {
    onRepository(driver, hosts).dies();
    driver.signal(seen(driver, "1-decision", "\"kind\":\"approve\",\"solution\":1"));
    driver.view(v -> v.hindrance().isPresent());
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
    driver.end();
  }

  /** Starts a session on a URL repository that awaits its decision, and returns its host. */
  private static Hosts.Host onRepository(SessionDriver driver, Hosts hosts) {
    Hosts.Host lima = hosts.start("lima");
    driver.start(
        Requests.workspace(
            request(),
            WorkspaceSpec.ofUrl(
                "https://example.org/limits.git", Optional.empty(), Duration.ofSeconds(2))));
    driver.gate("1-decision");
    return lima;
  }

  /** Two rounds, the first one moderated. */
  private static void review(SessionDriver driver) {
    driver.host.moderate = true;
    driver.host.outcomes.addAll(Reviews.twoRounds());
    ReviewRequest request = Reviews.request(2);
    request = request.with(searchable(request));
    SessionDriver.end(driver.startReview(request), ReviewState.class);
  }

  private static void reviewEmpty(SessionDriver driver) {
    driver.host.change = ScriptedHost.change(0, 0);
    ReviewRequest request = Reviews.request(2);
    request = request.with(searchable(request));
    SessionDriver.end(driver.startReview(request), ReviewState.class);
  }

  /** A conflict with a question, its strategy shown again, and one resolved by a human. */
  private static void context(SessionDriver driver) {
    ContextWorkflow session = conflicting(driver);
    SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':2");
    SessionDriver.answer(session, "2-conflict-questions", "reply", ",'answers':{'1':'nobody'}");
    SessionDriver.answer(session, "3-conflict", "choose", ",'strategy':2");
    SessionDriver.answer(session, "4-conflict", "custom", "");
    SessionDriver.end(session, ContextState.class);
  }

  private static ContextWorkflow conflicting(SessionDriver driver) {
    driver.context.severity = "high";
    driver.host.onAsk = request -> driver.context.said(driver.host, request);
    ContextRequest request = ScriptedContext.request("Integrate a limiter");
    request = request.with(searchable(request));
    return driver.startContext(new SessionInput<>(request, Optional.empty()));
  }

  private static void contextResumed(SessionDriver driver) {
    ContextWorkflow session = conflicting(driver);
    SessionDriver.gate(session, "1-conflict");
    session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
    ContextState cancelled = SessionDriver.end(session, ContextState.class);
    session = driver.startContext(new SessionInput<>(cancelled.request(), Optional.of(cancelled)));
    SessionDriver.answer(session, "2-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(session, "3-conflict", "skip", "");
    SessionDriver.end(session, ContextState.class);
  }

  /** With explorers' questions; a conflict is reopened before and after the end. */
  private static void contextContinued(SessionDriver driver) {
    driver.context.needs =
        List.of(Map.of("question", "Per key?", "options", List.of("yes", "no"), "recommended", 1));
    ContextWorkflow session = conflicting(driver);
    SessionDriver.answer(session, "1-questions", "reply", ",'answers':{'1':'1'}");
    SessionDriver.answer(session, "2-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(session, "3-conflict", "reopen", ",'text':'CON-002'");
    SessionDriver.answer(session, "4-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(session, "5-conflict", "skip", "");
    ContextState complete = SessionDriver.end(session, ContextState.class);
    session = driver.startContext(new SessionInput<>(complete.request(), Optional.of(complete)));
    SessionDriver.answer(session, "6-resolutions", "reopen", ",'text':'CON-001'");
    SessionDriver.answer(session, "7-conflict", "custom", ",'text':'by me'");
    SessionDriver.end(session, ContextState.class);
  }

  private static void contextUsed(SessionDriver driver) {
    driver.host.onAsk = request -> driver.context.said(driver.host, request);
    ContextState gathered =
        SessionDriver.end(
            driver.startContext(
                new SessionInput<>(ScriptedContext.request("Add a limiter"), Optional.empty())),
            ContextState.class);
    driver.start(Requests.with(request(), Map.of("context_of", gathered.session())));
    approveAndAccept(driver, 1);
  }

  private static void fullContext(SessionDriver driver) {
    driver.context.severity = "high";
    driver.host.onAsk = request -> driver.context.said(driver.host, request);
    driver.start(ScriptedContext.fully().with(searchable(ScriptedContext.fully())));
    SessionDriver.answer(driver.child(), "1-conflict", "choose", ",'strategy':1");
    SessionDriver.answer(driver.child(), "2-conflict", "skip", "");
    approveAndAccept(driver, 1);
  }

  private static void fullContextStopped(SessionDriver driver) {
    driver.context.severity = "high";
    driver.host.onAsk = request -> driver.context.said(driver.host, request);
    driver.start(ScriptedContext.fully().with(searchable(ScriptedContext.fully())));
    SessionDriver.gate(driver.child(), "1-conflict");
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
    driver.end();
  }
}
