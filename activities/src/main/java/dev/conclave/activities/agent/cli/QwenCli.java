package dev.conclave.activities.agent.cli;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

final class QwenCli extends AgentCli {
  // Managed memory would send a second request after every answer.
  private static final String SETTINGS =
      """
      {"general": {"enableAutoUpdate": false, "disableAutoUpdate": true, "disableUpdateNag": true},
       "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false},
       "memory": {"enableManagedAutoMemory": false},
       "model": {"generationConfig": {"timeout": %d, "maxRetries": 0}}}
      """;

  QwenCli() {
    super(
        "qwen",
        "alternative-analysis",
        "OPENAI_API_KEY OPENAI_BASE_URL OPENAI_MODEL DASHSCOPE_API_KEY");
  }

  @Override
  public List<String> arguments(CliCall call) {
    return call.arguments(
        "--approval-mode "
            + (call.isAnalysis() ? "plan" : "yolo")
            + " -o stream-json --include-partial-messages"
            + (call.variable("OPENAI_API_KEY").isBlank() ? "" : " --auth-type openai"),
        "-m");
  }

  @Override
  public Map<String, String> environment(CliCall call) {
    return Map.of(
        "QWEN_CODE_NO_RELAUNCH", "true",
        "QWEN_CODE_SUPPRESS_YOLO_WARNING", "1",
        "QWEN_CODE_SYSTEM_SETTINGS_PATH", settings(call).toString());
  }

  @Override
  public void prepare(CliCall call) throws IOException {
    AtomicFiles.writeIfDifferent(
        settings(call), SETTINGS.formatted(call.patienceMillis()).getBytes(StandardCharsets.UTF_8));
  }

  private static Path settings(CliCall call) {
    return call.settings().resolve("settings.json");
  }

  @Override
  public List<HomeFile> homeFiles(Login.Search user, CliCall call) {
    Path folder = user.home().resolve(".qwen");
    return List.of(
        HomeFile.login(folder, ".qwen/oauth_creds.json"),
        HomeFile.settings(folder, ".qwen/settings.json"),
        HomeFile.settings(folder, ".qwen/.env"));
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path folder = search.home().resolve(".qwen");
    return search
        .key("OPENAI_API_KEY", "DASHSCOPE_API_KEY")
        .or(() -> search.file(folder.resolve("oauth_creds.json"), Login.TOKEN))
        .or(
            () ->
                search.file(
                    folder.resolve(".env"), "(?m)^\\s*(export\\s+)?OPENAI_API_KEY\\s*=\\s*\\S"))
        .or(() -> search.file(folder.resolve("settings.json"), "\"apiKey\"\\s*:\\s*\"[^\"]"))
        .orElseGet(() -> Login.none("run `qwen` once and log in, or set OPENAI_API_KEY"));
  }

  @Override
  public OutputReader reader() {
    return new ClaudeCli.StreamJson();
  }
}
