package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.outcome;

import dev.conclave.workflows.agent.FailureKind;
import dev.conclave.workflows.discussion.Recommendation;
import io.temporal.activity.Activity;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records the histories that {@link ReplayTest} replays, from sessions on a real server with {@link
 * ScriptedHost} behind them. Arguments: the server's address and the folder to write to. The server
 * must suggest continue-as-new early:
 *
 * <pre>temporal server start-dev --dynamic-config-value limit.historyCount.suggestContinueAsNew=220
 * </pre>
 *
 * <p>Histories stand for sessions that people have waiting: record a new one beside the old ones
 * when a path is new; never replace one because a change does not replay.
 */
public final class HistoryRecorder {
  private HistoryRecorder() {}

  /** Runs every path once and writes its history. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    record(arguments[0], folder, "happy", HistoryRecorder::happy);
    record(arguments[0], folder, "clarify", HistoryRecorder::clarify);
    record(arguments[0], folder, "more-analysis", HistoryRecorder::moreAnalysis);
    record(arguments[0], folder, "cancel-mid-round", HistoryRecorder::cancelMidRound);
    record(arguments[0], folder, "degraded", HistoryRecorder::degraded);
    record(arguments[0], folder, "continue-as-new", HistoryRecorder::continueAsNew);
  }

  private static void record(String address, Path folder, String name, Consumer<SessionDriver> path)
      throws IOException {
    try (SessionDriver driver = SessionDriver.onServer(address)) {
      path.accept(driver);
      WorkflowExecution first = WorkflowStub.fromTyped(driver.session).getExecution();
      WorkflowExecutionHistory history =
          driver
              .environment
              .getWorkflowClient()
              .fetchHistory(first.getWorkflowId(), first.getRunId());
      Files.writeString(folder.resolve(name + ".json"), history.toJson(true));
      System.err.println(name + ": " + history.getEvents().size() + " events");
    }
  }

  private static void happy(SessionDriver driver) {
    driver.start(SessionDriver.request());
    approveAndExecute(driver, 1);
  }

  private static void approveAndExecute(SessionDriver driver, int opening) {
    driver.gate(opening + "-decision");
    driver.answer("{\"gate\":\"" + opening + "-decision\",\"kind\":\"approve\",\"solution\":1}");
    driver.gate((opening + 1) + "-confirmation");
    driver.answer("{\"gate\":\"" + (opening + 1) + "-confirmation\",\"kind\":\"execute\"}");
    driver.end();
  }

  private static void clarify(SessionDriver driver) {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start(SessionDriver.request());
    driver.gate("1-clarification");
    driver.answer("{\"gate\":\"1-clarification\",\"kind\":\"clarify\",\"text\":\"10 a second\"}");
    approveAndExecute(driver, 2);
  }

  private static void moreAnalysis(SessionDriver driver) {
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.signal("{\"gate\":\"0-decision\",\"kind\":\"approve\"}");
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"more-analysis\",\"text\":\"the cache\"}");
    driver.gate("2-decision");
    driver.answer(
        "{\"gate\":\"2-decision\",\"kind\":\"different-direction\",\"text\":\"in the proxy\"}");
    approveAndExecute(driver, 3);
  }

  private static void cancelMidRound(SessionDriver driver) {
    driver.host.onAsk =
        request -> {
          try {
            while (true) {
              Activity.getExecutionContext().heartbeat("working");
              Thread.sleep(100);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ActivityCanceledException();
          }
        };
    driver.start(SessionDriver.request());
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
    driver.start(SessionDriver.request());
    approveAndExecute(driver, 1);
  }

  private static void continueAsNew(SessionDriver driver) {
    driver.start(SessionDriver.request());
    for (int gate = 1; gate <= 18; gate++) {
      driver.gate(gate + "-decision");
      driver.answer("{\"gate\":\"" + gate + "-decision\",\"kind\":\"more-analysis\"}");
    }
    approveAndExecute(driver, 19);
  }
}
