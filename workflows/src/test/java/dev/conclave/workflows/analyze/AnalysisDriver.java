package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Drives one analysis, as a client would. */
public final class AnalysisDriver implements AutoCloseable {
  public static final String ID = "uan-限流-20261121";

  final AnalysisHost host = new AnalysisHost("h1", "lima");
  public final TestWorkflowEnvironment environment;
  private final Map<AnalysisHost, List<WorkerFactory>> workers = new HashMap<>();
  AnalyzeWorkflow session;
  private String firstRun = "";

  /** In the time-skipping test server. */
  AnalysisDriver() {
    this(TestEnvironmentOptions.newBuilder());
  }

  /** On a real server, where time is not skipped. */
  public static AnalysisDriver onServer(String address) {
    return new AnalysisDriver(
        TestEnvironmentOptions.newBuilder().setUseExternalService(true).setTarget(address));
  }

  private AnalysisDriver(TestEnvironmentOptions.Builder options) {
    environment =
        TestWorkflowEnvironment.newInstance(
            options
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(ConclaveDataConverter.of(Optional.empty()))
                        .build())
                .build());
    environment
        .newWorker(
            TaskQueues.WORKFLOWS,
            WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(60_000).build())
        .registerWorkflowImplementationTypes(AnalyzeWorkflowImpl.class);
    environment.start();
    serve(host);
  }

  /** Polls the queues of a host, and the common one, where a repository by URL is opened. */
  void serve(AnalysisHost there) {
    WorkerOptions alert =
        WorkerOptions.newBuilder()
            .setMaxHeartbeatThrottleInterval(Duration.ofSeconds(1))
            .setMaxConcurrentActivityTaskPollers(1)
            .build();
    List<WorkerFactory> factories = new ArrayList<>();
    for (String queue :
        List.of(
            TaskQueues.WORKFLOWS,
            TaskQueues.host(there.id),
            TaskQueues.probe(there.id),
            TaskQueues.notifications(there.id),
            TaskQueues.agent(there.id, "gemini"),
            TaskQueues.agent(there.id, "codex"))) {
      WorkerFactory factory = WorkerFactory.newInstance(environment.getWorkflowClient());
      factory.newWorker(queue, alert).registerActivitiesImplementations(there);
      factory.start();
      factories.add(factory);
    }
    workers.put(there, factories);
  }

  void dies(AnalysisHost there) {
    List<WorkerFactory> factories = workers.getOrDefault(there, List.of());
    factories.forEach(WorkerFactory::shutdownNow);
    factories.forEach(factory -> factory.awaitTermination(20, TimeUnit.SECONDS));
    workers.remove(there);
  }

  AnalysisDriver start() {
    return start(host.request());
  }

  /** Fields of the request that differ, by their names on the wire. */
  AnalysisDriver start(Map<String, ?> differing) {
    return start(AnalysisHost.with(host.request(), differing));
  }

  AnalysisDriver start(AnalyzeRequest request) {
    return start(new SessionInput<>(request, Optional.empty()));
  }

  /** A run that goes on from what an earlier one came to. */
  AnalysisDriver resume(AnalyzeState before) {
    return start(new SessionInput<>(before.request(), Optional.of(before)));
  }

  AnalysisDriver start(SessionInput<AnalyzeRequest, AnalyzeState> input) {
    session =
        environment
            .getWorkflowClient()
            .newWorkflowStub(
                AnalyzeWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(ID)
                    .setTaskQueue(TaskQueues.WORKFLOWS)
                    .setMemo(SessionMemo.of(input.request()))
                    .build());
    firstRun = WorkflowClient.start(session::run, input).getRunId();
    return this;
  }

  /** The run that was started last. */
  public String firstRun() {
    return firstRun;
  }

  boolean continued() {
    return !WorkflowStub.fromTyped(session).describe().getExecution().getRunId().equals(firstRun);
  }

  AnalyzeState at(String gate) {
    return when(state -> state.gates().open().filter(g -> g.id().equals(gate)).isPresent());
  }

  List<String> notesAt(String gate) {
    return at(gate).gates().open().orElseThrow().shown().notes();
  }

  AnalyzeState when(Predicate<AnalyzeState> wanted) {
    for (int i = 0; i < 2_000; i++) {
      AnalyzeState state = session.carried();
      if (wanted.test(state)) {
        return state;
      }
      try {
        Thread.sleep(25);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
    AnalyzeState state = session.carried();
    throw new AssertionError(
        "the session never came to it: %s, gate %s, %s, %s"
            .formatted(
                state.phase(),
                state.gates().open(),
                state.ending(),
                state.table().map(AnalysisDriver::outline)));
  }

  /**
   * Answers a gate once it is open, with the digest of what it shows.
   *
   * @param more fields of the answer
   */
  AnswerReply answer(String gate, String kind, Map<String, ?> more) {
    String digest = at(gate).gates().open().orElseThrow().digest();
    Map<String, Object> answer = new HashMap<>(more);
    answer.putAll(Map.of("gate", gate, "kind", kind, "digest", digest, "by", "ada"));
    return session.answer(Message.of(WireMapper.get().valueToTree(answer)));
  }

  AnalysisDriver answer(String gate, String kind) {
    answer(gate, kind, Map.of());
    return this;
  }

  /** Approves the configuration and the tasks. */
  AnalysisDriver begin() {
    return answer("1-configuration", "approve").answer("2-tasks", "approve");
  }

  static Message json(String json) {
    try {
      return Message.of(WireMapper.get().readTree(json));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  AnalyzeState end() {
    return WorkflowStub.fromTyped(session).getResult(AnalyzeState.class);
  }

  /** {@code EXPLORE-001 completed}: ids and statuses in the order of the table. */
  static List<String> outline(TaskTable table) {
    return table.tasks().stream().map(task -> task.id() + " " + Words.of(task.status())).toList();
  }

  @Override
  public void close() {
    List.copyOf(workers.keySet()).forEach(this::dies);
    environment.close();
  }
}
