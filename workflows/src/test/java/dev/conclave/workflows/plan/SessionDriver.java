package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.ContextWorkflow;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.ExecuteWorkflow;
import dev.conclave.workflows.execute.ScriptedExecution;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.review.ReviewRequest;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.review.ReviewWorkflow;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionWorkflow;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.temporal.ServerActivitiesImpl;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.interceptors.WorkerInterceptor;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Drives one session in the time-skipping test server like a client. */
public final class SessionDriver implements AutoCloseable {
  static final String ID = "MCP-limits-2026-11-21";
  static final List<String> AGENTS =
      List.of("gemini", "codex", "qwen", "claude", "direct", "patient");

  public final ScriptedHost host = new ScriptedHost();
  final ScriptedContext context = new ScriptedContext();
  public final ScriptedExecution execution = new ScriptedExecution(host);
  public final TestWorkflowEnvironment environment;

  PlanWorkflow session;
  private WorkflowExecution started;

  public SessionDriver() {
    this(TestEnvironmentOptions.newBuilder(), true);
  }

  /** Creates a driver without a host, for tests with their own. */
  public static SessionDriver withoutHost() {
    return new SessionDriver(TestEnvironmentOptions.newBuilder(), false);
  }

  /** Creates a driver whose worker and client have these keys. */
  static SessionDriver with(Optional<EncryptionKeys> keys) {
    return new SessionDriver(TestEnvironmentOptions.newBuilder(), true, keys);
  }

  /** Creates a driver whose worker and client use this converter. */
  static SessionDriver with(DataConverter converter, boolean withHost) {
    return new SessionDriver(TestEnvironmentOptions.newBuilder(), withHost, converter);
  }

  /** Creates a driver whose worker uses this interceptor. */
  static SessionDriver with(WorkerInterceptor interceptor) {
    return new SessionDriver(interceptors(interceptor), true);
  }

  /** Creates the same driver without a host. */
  static SessionDriver withoutHost(WorkerInterceptor interceptor) {
    return new SessionDriver(interceptors(interceptor), false);
  }

  private static TestEnvironmentOptions.Builder interceptors(WorkerInterceptor interceptor) {
    return TestEnvironmentOptions.newBuilder()
        .setWorkerFactoryOptions(
            WorkerFactoryOptions.newBuilder().setWorkerInterceptors(interceptor).build());
  }

  /** Creates a driver on a real server, without time skipping. */
  static SessionDriver onServer(String address) {
    return new SessionDriver(
        TestEnvironmentOptions.newBuilder().setUseExternalService(true).setTarget(address), true);
  }

  /** Creates the same driver without a host. */
  public static SessionDriver onServerWithoutHost(String address) {
    return new SessionDriver(
        TestEnvironmentOptions.newBuilder().setUseExternalService(true).setTarget(address), false);
  }

  private SessionDriver(TestEnvironmentOptions.Builder options, boolean withHost) {
    this(options, withHost, Optional.empty());
  }

  private SessionDriver(
      TestEnvironmentOptions.Builder options, boolean withHost, Optional<EncryptionKeys> keys) {
    this(options, withHost, ConclaveDataConverter.of(keys));
  }

  private SessionDriver(
      TestEnvironmentOptions.Builder options, boolean withHost, DataConverter converter) {
    environment =
        TestWorkflowEnvironment.newInstance(
            options.setWorkflowClientOptions(clientOptions(converter)).build());
    Worker shared =
        environment.newWorker(
            TaskQueues.WORKFLOWS,
            WorkerOptions.newBuilder(patient()).setLocalActivityWorkerOnly(true).build());
    shared.registerWorkflowImplementationTypes(
        SessionKinds.ALL.stream().map(KindSpec::implementation).toArray(Class<?>[]::new));
    shared.registerActivitiesImplementations(new ServerActivitiesImpl());
    if (!withHost) {
      // Workflow tasks run on no session's host, so that short work goes to the host's queue.
      shared.registerActivitiesImplementations(nowhere());
    } else {
      shared.registerActivitiesImplementations(host, context, execution);
      queues(ScriptedHost.ID)
          .forEach(
              queue ->
                  environment
                      .newWorker(queue, alert())
                      .registerActivitiesImplementations(host, context, execution));
    }
    environment.start();
  }

  /** Returns a host that refuses all short work. */
  private static Object nowhere() {
    return Proxy.newProxyInstance(
        SessionDriver.class.getClassLoader(),
        new Class<?>[] {
          WorkspaceActivities.class,
          RosterActivities.class,
          DiscussionActivities.class,
          PlanningActivities.class
        },
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return method.getName().equals("hashCode") ? 1 : "nowhere";
          }
          throw ApplicationFailure.newNonRetryableFailure("nowhere", FailureTypes.WRONG_HOST);
        });
  }

  /** Allows slow workflow tasks on a loaded machine without a deadlock alarm. */
  static WorkerOptions patient() {
    return WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(60_000).build();
  }

  /** Delivers cancels with the next heartbeat, as the product's workers do. */
  static WorkerOptions alert() {
    return WorkerOptions.newBuilder()
        .setMaxHeartbeatThrottleInterval(Duration.ofSeconds(1))
        .setMaxConcurrentActivityTaskPollers(1)
        .build();
  }

  /** Returns the queues of a host except for its probe's. */
  static List<String> queues(String hostId) {
    List<String> queues =
        new ArrayList<>(
            List.of(
                TaskQueues.host(hostId),
                TaskQueues.folders(hostId),
                TaskQueues.checks(hostId),
                TaskQueues.notifications(hostId)));
    AGENTS.forEach(agent -> queues.add(TaskQueues.agent(hostId, agent)));
    return queues;
  }

  /** Options for client and worker: the product's converter with its limits. */
  static WorkflowClientOptions clientOptions() {
    return clientOptions(Optional.empty());
  }

  static WorkflowClientOptions clientOptions(Optional<EncryptionKeys> keys) {
    return clientOptions(ConclaveDataConverter.of(keys));
  }

  static WorkflowClientOptions clientOptions(DataConverter converter) {
    return WorkflowClientOptions.newBuilder().setDataConverter(converter).build();
  }

  public static PlanRequest request() {
    return new PlanRequest(
        new SessionTerms(
            "Add rate limiting",
            WorkspaceSpec.ofPath(ScriptedHost.ID, "/repo"),
            List.of("gemini", "codex"),
            false,
            List.of("gemini", "codex", "qwen", "claude", "direct"),
            false,
            BudgetLimits.NONE,
            Optional.empty(),
            List.of("en"),
            60_000,
            false,
            "ada",
            Optional.empty(),
            ""),
        Optional.empty(),
        3,
        DiscussionMode.PARALLEL,
        false,
        true,
        ContextDepth.SEARCH,
        null,
        List.of(),
        List.of());
  }

  SessionDriver start() {
    return start(request());
  }

  SessionDriver start(PlanRequest request) {
    return start(new SessionInput<>(request, Optional.empty()));
  }

  SessionDriver start(SessionInput<PlanRequest, PlanState> input) {
    session = stub(PlanWorkflow.class, ID, input.request());
    started = WorkflowClient.start(session::run, input);
    return this;
  }

  public <W> W stub(Class<W> type, String id, SessionRequest request) {
    return environment
        .getWorkflowClient()
        .newWorkflowStub(
            type,
            WorkflowOptions.newBuilder()
                .setWorkflowId(id)
                .setTaskQueue(TaskQueues.WORKFLOWS)
                .setMemo(SessionMemo.of(request))
                .build());
  }

  /** Starts a stand-alone review. */
  public ReviewWorkflow startReview(ReviewRequest request) {
    return startReview(new SessionInput<>(request, Optional.empty()));
  }

  /** Starts a review that may continue an earlier run. */
  public ReviewWorkflow startReview(SessionInput<ReviewRequest, ReviewState> input) {
    ReviewWorkflow review =
        stub(ReviewWorkflow.class, "REV-review-main-head-2026-11-21", input.request());
    started = WorkflowClient.start(review::run, input);
    return review;
  }

  /** Runs a planning session of at most 100 calls with these answers to its plans. */
  public PlanState planned(String answer, String... changes) {
    BudgetLimits calls = new BudgetLimits(Optional.empty(), Optional.of(100), Optional.empty());
    PlanRequest request = request();
    start(request.withTerms(request.terms().withBudget(calls)));
    answer("1-decision", "approve");
    int gate = 2;
    for (String change : changes) {
      answer(gate++ + "-confirmation", "modify", "'text':'" + change + "'");
    }
    answer(gate + "-confirmation", answer);
    return end();
  }

  /** Returns an execution started for another session. */
  public ExecuteWorkflow execution(String id) {
    return environment.getWorkflowClient().newWorkflowStub(ExecuteWorkflow.class, id);
  }

  /** Starts a stand-alone execution. */
  public ExecuteWorkflow startExecution(SessionInput<ExecuteRequest, ExecuteState> input) {
    ExecuteWorkflow execution =
        stub(ExecuteWorkflow.class, ScriptedExecution.SESSION, input.request());
    started = WorkflowClient.start(execution::run, input);
    return execution;
  }

  /** Starts a stand-alone full context. */
  ContextWorkflow startContext(SessionInput<ContextRequest, ContextState> input) {
    ContextWorkflow context = stub(ContextWorkflow.class, "WFS-limits", input.request());
    started = WorkflowClient.start(context::run, input);
    return context;
  }

  /** Returns the child session that gathers the context. */
  ContextWorkflow child() {
    view(v -> v.waitsFor().isPresent());
    return environment
        .getWorkflowClient()
        .newWorkflowStub(ContextWorkflow.class, ContextState.KIND.childId(ID));
  }

  Gate gate(String id) {
    return gate(session, id);
  }

  public static Gate gate(SessionWorkflow session, String id) {
    return view(session, v -> v.gate().filter(g -> g.id().equals(id)).isPresent())
        .gate()
        .orElseThrow();
  }

  SessionView view(Predicate<SessionView> wanted) {
    return view(session, wanted);
  }

  static SessionView view(SessionWorkflow session, Predicate<SessionView> wanted) {
    return until(session::state, wanted);
  }

  /** Polls until the value matches. */
  public static <T> T until(Supplier<T> said, Predicate<T> wanted) {
    for (int i = 0; i < 2_000; i++) {
      try {
        T now = said.get();
        if (wanted.test(now)) {
          return now;
        }
      } catch (WorkflowNotFoundException e) {
        // The in-memory server has no session between two runs.
      }
      try {
        Thread.sleep(25);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
    throw new AssertionError("the session never came to it: " + said.get());
  }

  /**
   * Answers a gate once it is open; an approval is of the first solution.
   *
   * @param more fields of the answer, in JSON with single quotes
   */
  AnswerReply answer(String gate, String kind, String... more) {
    gate(gate);
    String fields = String.join(",", more);
    String solution = kind.equals("approve") && !fields.contains("solution") ? ",'solution':1" : "";
    String answer = "{'gate':'" + gate + "','kind':'" + kind + "'" + solution;
    return answer((answer + (fields.isEmpty() ? "}" : "," + fields + "}")).replace('\'', '"'));
  }

  /** Answers a gate of any session. */
  public static void answer(SessionWorkflow session, String gate, String kind, String more) {
    String digest = gate(session, gate).digest();
    String json =
        "{'gate':'%s','kind':'%s','by':'ada','digest':'%s'%s}".formatted(gate, kind, digest, more);
    session.answer(json(json.replace('\'', '"')));
  }

  AnswerReply answer(String json) {
    return session.answer(json(json));
  }

  void signal(String json) {
    session.submitAnswer(json(json));
  }

  public static Message json(String json) {
    try {
      return Message.of(WireMapper.get().readTree(json));
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for the session's end, skipping time. */
  PlanState end() {
    return end(session, PlanState.class);
  }

  /** Waits for the end of any session, however its workflow closes. */
  public static <S extends SessionState<?>> S end(SessionWorkflow session, Class<S> type) {
    WorkflowStub stub = WorkflowStub.fromTyped(session);
    try {
      return stub.getResult(type);
    } catch (WorkflowFailedException e) {
      return e.getCause() instanceof ApplicationFailure failure
          ? failure.getDetails().get(type)
          : stub.query("carried", type);
    }
  }

  /** Returns the current details shown in the Temporal UI. */
  String details() {
    return WorkflowStub.fromTyped(session)
        .query("__temporal_workflow_metadata", WorkflowMetadata.class)
        .getCurrentDetails();
  }

  String firstRun() {
    return started.getRunId();
  }

  String startedId() {
    return started.getWorkflowId();
  }

  boolean continued() {
    return !WorkflowStub.fromTyped(session)
        .describe()
        .getExecution()
        .getRunId()
        .equals(started.getRunId());
  }

  /** Waits until the host has no pending work for the session. */
  void quiet() {
    view(
        v ->
            WorkflowStub.fromTyped(session)
                .describe()
                .getRawDescription()
                .getPendingActivitiesList()
                .isEmpty());
  }

  void pass(Duration time) {
    environment.sleep(time);
  }

  @Override
  public void close() {
    environment.close();
  }
}
