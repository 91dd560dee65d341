package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** opencode. */
final class OpencodeCli extends AgentCli {
  // Its plan agent alone ran shell commands.
  private static final String READ_ONLY =
      "{\"edit\":\"deny\",\"bash\":\"deny\",\"webfetch\":\"deny\"}";

  OpencodeCli() {
    super("opencode", "opencode", "alternative-analysis", "opencode-ai", new Release("1.18.33", 0));
  }

  @Override
  protected Set<String> variables() {
    return Set.of(
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "GEMINI_API_KEY",
        "OPENROUTER_API_KEY",
        "OPENCODE_CONFIG",
        "OPENCODE_CONFIG_DIR",
        "OPENCODE_CONFIG_CONTENT");
  }

  @Override
  public CommandLine commandLine(Call call) {
    Map<String, String> environment = new HashMap<>();
    environment.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
    environment.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
    if (call.isAnalysis()) {
      environment.put("OPENCODE_PERMISSION", READ_ONLY);
    }
    String directory = call.directory().toString();
    List<String> arguments =
        call.isAnalysis()
            ? call.arguments("-m", line(directory, "--agent", "plan"))
            : call.arguments("-m", line(directory, "--agent", "build", "--auto"));
    return new CommandLine(arguments, environment);
  }

  private static String[] line(String directory, String... agent) {
    List<String> line =
        new ArrayList<>(
            List.of("run", "--title", "conclave", "--format", "json", "--dir", directory));
    line.addAll(List.of(agent));
    return line.toArray(String[]::new);
  }

  @Override
  protected String handOff(Mode mode) {
    return mode == Mode.WRITE
        ? "opencode run --agent build --auto %s"
        : "OPENCODE_PERMISSION='{\"edit\":\"deny\",\"bash\":\"deny\"}' opencode run --agent plan %s";
  }

  @Override
  protected boolean isConfiguredBy(List<String> path) {
    return super.isConfiguredBy(path) || path.get(path.size() - 1).matches("opencode\\.jsonc?");
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path auth = search.folder("XDG_DATA_HOME", ".local/share").resolve("opencode/auth.json");
    return search
        .json(auth)
        .filter(all -> !all.isEmpty())
        .flatMap(all -> search.present(auth))
        .or(
            () ->
                search.key(
                    "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"))
        .orElseGet(
            () ->
                Login.unknown("some of its models need no login; `opencode auth login` adds one"));
  }

  @Override
  public OutputReader reader() {
    return new Reader();
  }

  /** The JSON lines of {@code opencode run}: step_start, text, tool_use, step_finish, error. */
  private static final class Reader extends OutputReader {

    @Override
    protected void event(String type, JsonNode event) {
      JsonNode part = event.path("part");
      switch (type) {
        case "text" -> say(part.path("text").asText());
        case "step_start" -> happened("thinks");
        case "tool_use" -> uses(part.path("tool").asText(), part.path("state").path("input"));
        case "step_finish" -> {
          JsonNode tokens = part.path("tokens");
          tokens(
              tokens.path("input").asLong() + tokens.path("cache").path("read").asLong(),
              tokens.path("output").asLong());
          // Without prices for a model of the user's own it reports 0.
          if (part.path("cost").asDouble() > 0) {
            cost(part.path("cost").asDouble());
          }
          if (!part.path("reason").asText().equals("tool-calls")) {
            completed();
          }
        }
        case "error" -> {
          JsonNode cause = event.path("error").path("data");
          int status = cause.path("statusCode").asInt();
          failed(
              cause.path("message").asText(), status == 0 ? Optional.empty() : Optional.of(status));
          completed();
        }
        default -> {}
      }
    }
  }
}
