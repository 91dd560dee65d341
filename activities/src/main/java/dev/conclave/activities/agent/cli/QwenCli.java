package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Qwen Code, 0.15 on Node 20 and 0.24 on Node 22. */
final class QwenCli implements AgentCli {

  @Override
  public String program() {
    return "qwen";
  }

  @Override
  public Set<String> inherits() {
    return Set.of("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "DASHSCOPE_API_KEY");
  }

  @Override
  public CommandLine commandLine(CliCall call) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--approval-mode", call.mode() == Mode.ANALYSIS ? "plan" : "yolo"));
    arguments.addAll(List.of("-o", "stream-json", "--include-partial-messages"));
    if (call.has("OPENAI_API_KEY")) {
      arguments.addAll(List.of("--auth-type", "openai"));
    }
    call.configuration().model().ifPresent(model -> arguments.addAll(List.of("-m", model)));
    arguments.addAll(call.configuration().extraArgs());
    Path settings = SettingsFiles.write(call.settings().resolve("settings.json"), knobs(call));
    return new CommandLine(
        arguments,
        Map.of(
            "QWEN_CODE_NO_RELAUNCH", "true",
            "QWEN_CODE_SUPPRESS_YOLO_WARNING", "1",
            "QWEN_CODE_SYSTEM_SETTINGS_PATH", settings.toString()));
  }

  private static ObjectNode knobs(CliCall call) {
    ObjectNode settings = SettingsFiles.JSON.createObjectNode();
    settings
        .putObject("general")
        .put("enableAutoUpdate", false)
        .put("disableAutoUpdate", true)
        .put("disableUpdateNag", true);
    settings.putObject("privacy").put("usageStatisticsEnabled", false);
    settings.putObject("telemetry").put("enabled", false);
    // Or every answer is followed by a second request.
    settings.putObject("memory").put("enableManagedAutoMemory", false);
    settings
        .withObject("/model/generationConfig")
        .put("timeout", call.patienceMillis())
        .put("maxRetries", 0);
    return settings;
  }

  @Override
  public OutputReader reader() {
    return new ClaudeReader();
  }

  @Override
  public String perspective() {
    return "alternative-analysis";
  }
}
