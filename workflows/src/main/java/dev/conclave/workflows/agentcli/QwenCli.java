package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Qwen Code. */
final class QwenCli extends AgentCli {

  QwenCli() {
    super(
        "qwen",
        "Qwen",
        "alternative-analysis",
        "@qwen-code/qwen-code",
        new Release("0.15.10", 20),
        new Release("0.24.4", 22));
  }

  @Override
  protected Set<String> variables() {
    return Set.of("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "DASHSCOPE_API_KEY");
  }

  @Override
  public CommandLine commandLine(Call call) throws IOException {
    List<String> own =
        new ArrayList<>(List.of("--approval-mode", call.isAnalysis() ? "plan" : "yolo"));
    own.addAll(List.of("-o", "stream-json", "--include-partial-messages"));
    if (call.has("OPENAI_API_KEY")) {
      own.addAll(List.of("--auth-type", "openai"));
    }
    Path settings = write(call.settings().resolve("settings.json"), settings(call));
    return new CommandLine(
        call.arguments("-m", own.toArray(String[]::new)),
        Map.of(
            "QWEN_CODE_NO_RELAUNCH",
            "true",
            "QWEN_CODE_SUPPRESS_YOLO_WARNING",
            "1",
            "QWEN_CODE_SYSTEM_SETTINGS_PATH",
            settings.toString()));
  }

  private static ObjectNode settings(Call call) {
    ObjectNode settings = JSON.createObjectNode();
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
  protected String handOff(Mode mode) {
    return "qwen --approval-mode " + (mode == Mode.WRITE ? "yolo" : "plan") + " -p %s";
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path folder = search.home().resolve(".qwen");
    return search
        .key("OPENAI_API_KEY", "DASHSCOPE_API_KEY")
        .or(
            () ->
                search.file(folder.resolve("oauth_creds.json"), "/refresh_token", "/access_token"))
        .or(() -> search.variableFile(folder.resolve(".env"), "OPENAI_API_KEY"))
        .or(() -> search.file(folder.resolve("settings.json"), "/security/auth/apiKey"))
        .orElseGet(() -> Login.none("run `qwen` once and log in, or set OPENAI_API_KEY"));
  }

  @Override
  public OutputReader reader() {
    return new ClaudeCli.Reader();
  }
}
