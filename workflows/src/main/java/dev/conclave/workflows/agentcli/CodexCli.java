package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Codex CLI. */
final class CodexCli extends AgentCli {

  CodexCli() {
    super(
        "codex",
        "Codex",
        "implementation-verification",
        "@openai/codex",
        new Release("0.169.0", 16));
  }

  @Override
  protected Set<String> variables() {
    return Set.of("OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME");
  }

  @Override
  public CommandLine commandLine(Call call) throws IOException {
    if (call.has("CODEX_HOME")) {
      // It refuses to start without the folder.
      Files.createDirectories(Path.of(call.inherited().getOrDefault("CODEX_HOME", "")));
    }
    List<String> arguments =
        call.arguments(
            "-m",
            "exec",
            "--json",
            "--ephemeral",
            "--skip-git-repo-check",
            "--color",
            "never",
            "-C",
            call.directory().toString(),
            "-s",
            call.isAnalysis() ? "read-only" : "workspace-write",
            "-c",
            "approval_policy=never",
            "-c",
            "check_for_update_on_startup=false",
            "--disable",
            "plugins");
    arguments.add("-");
    return new CommandLine(arguments, Map.of());
  }

  @Override
  protected String handOff(Mode mode) {
    return "codex exec -s "
        + (mode == Mode.WRITE ? "workspace-write" : "read-only")
        + " --skip-git-repo-check %s";
  }

  /** It takes OPENAI_API_KEY at its login only. */
  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    if (configuration.extraArgs().stream().anyMatch(arg -> arg.contains("model_provider"))) {
      return Login.unknown("an endpoint of your own");
    }
    Path auth = search.folder("CODEX_HOME", ".codex").resolve("auth.json");
    return search
        .key("CODEX_API_KEY")
        .or(() -> search.file(auth, "/OPENAI_API_KEY", "/tokens"))
        .orElseGet(
            () ->
                Login.none(
                    search.key("OPENAI_API_KEY").isPresent()
                        ? "codex takes OPENAI_API_KEY at its login only:"
                            + " printenv OPENAI_API_KEY | codex login --with-api-key"
                        : "codex login (or set CODEX_API_KEY)"));
  }

  @Override
  public OutputReader reader() {
    return new Reader();
  }

  /** The JSON lines of {@code codex exec}; the last agent message is the answer. */
  private static final class Reader extends OutputReader {
    // Its reconnecting to the built-in provider cannot be configured and takes minutes.
    private static final int RECONNECTS = 2;

    private int reconnects;

    @Override
    protected void event(String type, JsonNode event) {
      JsonNode item = event.path("item");
      switch (type) {
        case "turn.started" -> happened("thinks");
        case "item.started" -> begun(item);
        case "item.completed" -> completed(item);
        case "turn.completed" -> {
          JsonNode usage = event.path("usage");
          tokens(usage.path("input_tokens").asLong(), usage.path("output_tokens").asLong());
          succeeded();
          completed();
        }
        case "turn.failed" -> {
          failed(event.path("error").path("message").asText(), Optional.empty());
          completed();
        }
        case "error" -> trouble(event.path("message").asText());
        default -> {}
      }
    }

    private void completed(JsonNode item) {
      String type = item.path("type").asText();
      if (type.equals("agent_message")) {
        answer(item.path("text").asText());
      } else if (!type.equals("error")) {
        happened(type.equals("reasoning") ? "thinks: " + item.path("text").asText() : "thinks");
      }
      // Items of type error are warnings, such as missing metadata of a model.
    }

    private void begun(JsonNode item) {
      switch (item.path("type").asText()) {
        case "command_execution" -> happened("runs " + item.path("command").asText());
        case "mcp_tool_call" -> uses(item.path("tool").asText(), item.path("arguments"));
        case "web_search" -> happened("searches " + item.path("query").asText());
        case "todo_list" -> happened("writes its list of steps");
        case "agent_message" -> happened("writes its answer");
        default -> happened("thinks");
      }
    }

    private void trouble(String message) {
      failed(message, Optional.empty());
      if (message.startsWith("Reconnecting")) {
        reconnects++;
        boolean lasting = FailureText.status(message).filter(OutputReader::lasting).isPresent();
        if (lasting || reconnects >= RECONNECTS) {
          giveUp();
        }
      }
    }
  }
}
