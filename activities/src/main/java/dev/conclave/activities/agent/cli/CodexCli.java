package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

final class CodexCli extends AgentCli {

  CodexCli() {
    super(
        "codex",
        "implementation-verification",
        "OPENAI_API_KEY OPENAI_BASE_URL AZURE_OPENAI_API_KEY CODEX_API_KEY CODEX_HOME");
  }

  @Override
  public List<String> arguments(CliCall call) {
    List<String> arguments =
        call.arguments(
            "exec --json --ephemeral --skip-git-repo-check --color never -s "
                // Its own sandbox does not start within ours.
                + (call.home() != null
                    ? "danger-full-access"
                    : call.isAnalysis() ? "read-only" : "workspace-write")
                + " -c approval_policy=never -c check_for_update_on_startup=false"
                + " --disable plugins",
            "-m");
    arguments.addAll(List.of("-C", call.directory().toString(), "-"));
    return arguments;
  }

  /** Codex refuses to start if CODEX_HOME does not exist. */
  @Override
  public void prepare(CliCall call) throws IOException {
    if (call.home() == null && !call.variable("CODEX_HOME").isBlank()) {
      Files.createDirectories(Path.of(call.variable("CODEX_HOME")));
    }
  }

  @Override
  public Map<String, String> environment(CliCall call) {
    return call.home() == null ? Map.of() : Map.of("CODEX_HOME", call.home() + "/.codex");
  }

  @Override
  public List<HomeFile> homeFiles(Login.Search user, CliCall call) {
    Path folder = user.folder("CODEX_HOME", ".codex");
    return List.of(
        HomeFile.login(folder, ".codex/auth.json"),
        HomeFile.settings(folder, ".codex/config.toml"),
        HomeFile.settings(folder, ".codex/AGENTS.md"));
  }

  /** Codex looks for plugins and notices there, whatever its settings say. */
  @Override
  public boolean expectsRefusal(String place) {
    return place.matches("((.*\\.)?chatgpt|github)\\.com:443");
  }

  /** Codex reads OPENAI_API_KEY only when it logs in. */
  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    if (configuration.extraArgs().stream().anyMatch(arg -> arg.contains("model_provider"))) {
      return Login.unknown("a custom model provider");
    }
    Path auth = search.folder("CODEX_HOME", ".codex").resolve("auth.json");
    return search
        .key("CODEX_API_KEY")
        .or(
            () ->
                search.file(
                    auth, "\"OPENAI_API_KEY\"\\s*:\\s*\"[^\"]|\"tokens\"\\s*:\\s*\\{\\s*\""))
        .orElseGet(
            () ->
                Login.none(
                    search.key("OPENAI_API_KEY").isPresent()
                        ? "codex reads OPENAI_API_KEY only when it logs in:"
                            + " printenv OPENAI_API_KEY | codex login --with-api-key"
                        : "codex login (or set CODEX_API_KEY)"));
  }

  /** Reads the JSON lines of {@code codex exec}; the last agent message is the answer. */
  @Override
  public OutputReader reader() {
    return new OutputReader() {
      // Reconnecting to the built-in provider cannot be configured and takes minutes.
      private int reconnects;

      @Override
      protected void event(String type, JsonNode event) {
        JsonNode item = event.path("item");
        switch (type) {
          case "turn.started" -> setLastEvent("thinking");
          case "item.started" -> begun(item);
          // Items of type error are warnings, such as missing metadata of a model.
          case "item.completed" -> {
            switch (item.path("type").asText()) {
              case "agent_message" -> answer(item.path("text").asText());
              case "reasoning" -> setLastEvent("thinking: " + item.path("text").asText());
              default -> setLastEvent("thinking");
            }
          }
          case "turn.completed" -> {
            JsonNode usage = event.path("usage");
            tokens(usage.path("input_tokens").asLong(), usage.path("output_tokens").asLong());
            succeeded();
            complete = true;
          }
          case "turn.failed" -> {
            failed(event.at("/error/message").asText(), 0);
            complete = true;
          }
          case "error" -> trouble(event.path("message").asText());
          default -> {}
        }
      }

      private void begun(JsonNode item) {
        switch (item.path("type").asText()) {
          case "command_execution" -> recordToolUse("command", item);
          case "mcp_tool_call" -> recordToolUse(item.path("tool").asText(), item.path("arguments"));
          case "web_search" -> recordToolUse("search", item);
          case "agent_message" -> setLastEvent("writing its answer");
          default -> setLastEvent("thinking");
        }
      }

      private void trouble(String message) {
        failed(message, 0);
        if (message.startsWith("Reconnecting")
            && (++reconnects > 1 || isLasting(FailureText.status(message)))) {
          hopeless = true;
        }
      }
    };
  }
}
