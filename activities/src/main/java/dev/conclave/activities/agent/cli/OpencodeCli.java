package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class OpencodeCli extends AgentCli {
  // Without this, its plan agent ran shell commands.
  private static final String READ_ONLY =
      "{\"edit\":\"deny\",\"bash\":\"deny\",\"webfetch\":\"deny\"}";

  OpencodeCli() {
    super(
        "opencode",
        "failure-modes-and-security",
        "ANTHROPIC_API_KEY OPENAI_API_KEY GEMINI_API_KEY OPENROUTER_API_KEY OPENCODE_CONFIG"
            + " OPENCODE_CONFIG_DIR OPENCODE_CONFIG_CONTENT");
  }

  /** Model names start with the provider, such as {@code amazon-bedrock/name}. */
  @Override
  protected boolean isUsed(
      String cloud, AgentConfiguration configuration, Map<String, String> workerEnvironment) {
    return configuration.model().filter(model -> model.split("/")[0].contains(cloud)).isPresent();
  }

  @Override
  public List<String> arguments(CliCall call) {
    List<String> arguments =
        call.arguments(
            "run --title conclave --format json --agent "
                + (call.isAnalysis() ? "plan" : "build --auto"),
            "-m");
    arguments.addAll(List.of("--dir", call.directory().toString()));
    return arguments;
  }

  @Override
  public Map<String, String> environment(CliCall call) {
    Map<String, String> environment = new HashMap<>();
    environment.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
    environment.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
    if (call.isAnalysis()) {
      environment.put("OPENCODE_PERMISSION", READ_ONLY);
    }
    return environment;
  }

  @Override
  public List<HomeFile> homeFiles(Login.Search user, CliCall call) {
    Path data = user.folder("XDG_DATA_HOME", ".local/share").resolve("opencode");
    Path config = user.folder("XDG_CONFIG_HOME", ".config").resolve("opencode");
    return List.of(
        HomeFile.login(data, ".local/share/opencode/auth.json"),
        HomeFile.settings(config, ".config/opencode/opencode.json"),
        HomeFile.settings(config, ".config/opencode/opencode.jsonc"),
        HomeFile.settings(config, ".config/opencode/AGENTS.md"));
  }

  /** opencode looks for packages and models there, and falls back to bundled ones. */
  @Override
  public boolean expectsRefusal(String place) {
    return place.equals("registry.npmjs.org:443") || place.equals("models.opencode.ai:443");
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path data = search.folder("XDG_DATA_HOME", ".local/share");
    return search
        .file(data.resolve("opencode/auth.json"), "(?s)\\{\\s*\".*}")
        .or(
            () ->
                search.key(
                    "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"))
        .orElseGet(
            () ->
                Login.unknown("some of its models need no login; `opencode auth login` adds one"));
  }

  /**
   * Reads the JSON lines of {@code opencode run}: step_start, text, tool_use, step_finish, error.
   */
  @Override
  public OutputReader reader() {
    return new OutputReader() {
      @Override
      protected void event(String type, JsonNode event) {
        JsonNode part = event.path("part");
        switch (type) {
          case "text" -> say(part.path("text").asText());
          case "step_start" -> setLastEvent("thinking");
          case "tool_use" -> recordToolUse(part.path("tool").asText(), part.at("/state/input"));
          case "step_finish" -> {
            JsonNode tokens = part.path("tokens");
            tokens(
                tokens.path("input").asLong() + tokens.at("/cache/read").asLong(),
                tokens.path("output").asLong());
            cost(part.path("cost").asDouble());
            if (!part.path("reason").asText().equals("tool-calls")) {
              complete = true;
            }
          }
          case "error" -> {
            JsonNode cause = event.at("/error/data");
            failed(cause.path("message").asText(), cause.path("statusCode").asInt());
            complete = true;
          }
          default -> {}
        }
      }
    };
  }
}
