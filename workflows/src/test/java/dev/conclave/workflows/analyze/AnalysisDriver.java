package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.plan.Hosts;
import dev.conclave.workflows.plan.SessionDriver;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Drives one analysis like a client. */
public final class AnalysisDriver implements AutoCloseable {
  public static final String ID = "uan-限流-20261121";

  public final SessionDriver driver;
  final AnalysisHost host = new AnalysisHost("h1", "lima");
  final Hosts hosts;
  final Hosts.Host lima;
  AnalyzeWorkflow session;
  private String firstRun = "";

  /** Uses the time-skipping test server. */
  AnalysisDriver() {
    this(SessionDriver.withoutHost());
  }

  /** Uses a driver that has no host yet. */
  public AnalysisDriver(SessionDriver driver) {
    this.driver = driver;
    hosts = new Hosts(driver.environment);
    lima = hosts.start(host);
  }

  public AnalysisDriver start() {
    return start(host.request());
  }

  /** Starts with other values for some request fields, by wire name. */
  public AnalysisDriver start(Map<String, ?> differing) {
    return start(AnalysisHost.with(host.request(), differing));
  }

  AnalysisDriver start(AnalyzeRequest request) {
    return start(new SessionInput<>(request, Optional.empty()));
  }

  /** Starts a run that continues an earlier one. */
  AnalysisDriver resume(AnalyzeState before) {
    return start(new SessionInput<>(before.request(), Optional.of(before)));
  }

  AnalysisDriver start(SessionInput<AnalyzeRequest, AnalyzeState> input) {
    session = driver.stub(AnalyzeWorkflow.class, ID, input.request());
    firstRun = WorkflowClient.start(session::run, input).getRunId();
    return this;
  }

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
    return at(gate).gates().open().orElseThrow().shown().lines();
  }

  AnalyzeState when(Predicate<AnalyzeState> wanted) {
    return SessionDriver.until(session::fullState, wanted);
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

  public AnalysisDriver answer(String gate, String kind) {
    answer(gate, kind, Map.of());
    return this;
  }

  public AnalysisDriver begin() {
    return answer("1-configuration", "approve").answer("2-tasks", "approve");
  }

  public AnalyzeState end() {
    return SessionDriver.end(session, AnalyzeState.class);
  }

  /** Returns ids and statuses in table order: {@code EXPLORE-001 completed}. */
  static List<String> outline(TaskTable table) {
    return table.tasks().stream().map(task -> task.id() + " " + Words.of(task.status())).toList();
  }

  @Override
  public void close() {
    hosts.close();
    driver.close();
  }
}
