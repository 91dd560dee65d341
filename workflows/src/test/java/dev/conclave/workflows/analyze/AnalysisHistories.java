package dev.conclave.workflows.analyze;

import dev.conclave.workflows.plan.SessionDriver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The analyses whose histories are recorded, by file name. */
public final class AnalysisHistories {
  private static final Map<String, ?> SERVED = Map.of("search_attributes", true);

  private AnalysisHistories() {}

  public static Map<String, Consumer<AnalysisDriver>> paths() {
    Map<String, Consumer<AnalysisDriver>> paths = new LinkedHashMap<>();
    paths.put("analysis-deepened", AnalysisHistories::deepened);
    paths.put("analysis-retried", AnalysisHistories::retried);
    paths.put("analysis-cancelled", AnalysisHistories::cancelled);
    paths.put("analysis-resumed", AnalysisHistories::resumed);
    paths.put("analysis-edited", AnalysisHistories::edited);
    paths.put("analysis-budget", AnalysisHistories::budget);
    paths.put("analysis-deep", AnalysisHistories::deep);
    return paths;
  }

  private static void deepened(AnalysisDriver driver) {
    driver.start(SERVED).begin().answer("3-discussion", "deepen").answer("4-completion", "keep");
    driver.end();
  }

  /** Every analyst fails and is asked again. */
  private static void retried(AnalysisDriver driver) {
    driver.host.failing = request -> AnalysisHost.task(request).startsWith("ANALYZE");
    driver.start(SERVED).begin().at("3-wave-failure");
    driver.host.failing = request -> false;
    driver.answer("3-wave-failure", "retry").answer("4-discussion", "done");
    driver.answer("5-completion", "archive").end();
  }

  private static void cancelled(AnalysisDriver driver) {
    driver.host.endless = request -> AnalysisHost.task(request).equals("ANALYZE-002");
    driver.start(SERVED).begin();
    driver.when(state -> AnalysisDriver.outline(state.tasks()).contains("ANALYZE-001 completed"));
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
    driver.end();
  }

  /** The run that continues the rest of a wave. */
  private static void resumed(AnalysisDriver driver) {
    cancelled(driver);
    driver.host.endless = request -> false;
    driver.resume(driver.end()).answer("3-discussion", "done").answer("4-completion", "keep");
    driver.end();
  }

  /** A table without a required task is refused; a changed one is run. */
  private static void edited(AnalysisDriver driver) {
    driver.start(SERVED);
    driver.answer("1-configuration", "approve", Map.of("mode", "quick"));
    String csv = driver.at("2-tasks").tasks().csv();
    String without = csv.replaceFirst("\"EXPLORE-001\",", "\"EXPLORE-009\",");
    driver.session.submitAnswer(
        SessionDriver.json(
            "{\"gate\":\"2-tasks\",\"kind\":\"edit\",\"text\":\"%s\"}"
                .formatted(without.replace("\"", "\\\"").replace("\r\n", "\\r\\n"))));
    driver.when(state -> !state.gates().refused().isEmpty());
    driver.answer("2-tasks", "edit", Map.of("text", csv.replace("technical", "operations")));
    driver.answer("3-tasks", "approve");
    driver.host.exportRefusal = Optional.of("/full is not an empty folder");
    driver.answer("4-completion", "export", Map.of("target", "/full"));
    driver.at("5-completion");
    driver.host.exportRefusal = Optional.empty();
    driver.answer("5-completion", "export", Map.of("target", "/new"));
    driver.end();
  }

  private static void budget(AnalysisDriver driver) {
    driver.start(Map.of("search_attributes", true, "budget", Map.of("calls", 2))).begin();
    driver.answer("3-budget", "raise", Map.of("budget", Map.of("calls", 4)));
    driver.answer("4-budget", "decide").answer("5-completion", "keep").end();
  }

  /** Every way to continue, over several runs. */
  private static void deep(AnalysisDriver driver) {
    driver.start(Map.of("search_attributes", true, "mode", "deep")).begin();
    driver.answer("3-discussion", "deepen");
    driver.answer("4-discussion", "adjust", Map.of("text", "in the proxy"));
    driver.answer("5-discussion", "ask", Map.of("questions", List.of("how many?", "where?")));
    driver.answer("6-discussion", "deepen").answer("7-discussion", "deepen");
    driver.answer("8-completion", "keep").end();
  }
}
