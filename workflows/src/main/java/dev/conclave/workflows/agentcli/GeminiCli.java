package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gemini CLI. */
final class GeminiCli extends AgentCli {
  /** It ends with the HTTP status, of which a process's exit code keeps eight bits. */
  private static final List<Integer> STATUSES =
      List.of(400, 401, 403, 404, 413, 429, 500, 502, 503, 504);

  private static final int NO_AUTHENTICATION = 41;

  private static final List<String> LOGIN =
      List.of(
          "oauth_creds.json",
          "google_accounts.json",
          "gemini-credentials.json",
          "installation_id",
          ".env");

  GeminiCli() {
    super(
        "gemini", "Gemini", "deep-code-analysis", "@google/gemini-cli", new Release("0.61.0", 20));
  }

  @Override
  protected Set<String> variables() {
    return Set.of(
        "GEMINI_API_KEY",
        "GEMINI_MODEL",
        "GOOGLE_API_KEY",
        "GOOGLE_GEMINI_BASE_URL",
        "GOOGLE_CLOUD_PROJECT",
        "GOOGLE_CLOUD_LOCATION",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "GOOGLE_GENAI_USE_VERTEXAI",
        "GOOGLE_GENAI_USE_GCA");
  }

  @Override
  public CommandLine commandLine(Call call) throws IOException {
    prepareHome(call);
    return new CommandLine(
        call.arguments(
            "-m",
            "--approval-mode",
            call.isAnalysis() ? "plan" : "yolo",
            "-o",
            "stream-json",
            "--skip-trust"),
        Map.of("GEMINI_CLI_NO_RELAUNCH", "true", "GEMINI_CLI_HOME", call.settings().toString()));
  }

  /**
   * A home of ours: it takes system settings from files of root alone, so a user's worker can set
   * its retries in no other way. The files of the user's login are links, and the user's choices of
   * login and model are taken over.
   */
  private static void prepareHome(Call call) throws IOException {
    Path ours = call.settings().resolve(".gemini");
    Files.createDirectories(ours);
    Map<String, String> inherited = call.inherited();
    String home = inherited.getOrDefault("GEMINI_CLI_HOME", inherited.getOrDefault("HOME", ""));
    ObjectNode settings = JSON.createObjectNode();
    if (!home.isBlank()) {
      Path users = Path.of(home).resolve(".gemini");
      for (String file : LOGIN) {
        link(ours.resolve(file), users.resolve(file));
      }
      takeOver(users.resolve("settings.json"), settings);
    }
    settings
        .putObject("general")
        .put("maxAttempts", 1)
        .put("retryFetchErrors", false)
        .put("enableAutoUpdate", false)
        .put("enableAutoUpdateNotification", false);
    settings.putObject("privacy").put("usageStatisticsEnabled", false);
    settings.putObject("telemetry").put("enabled", false);
    ObjectNode auth = settings.withObject("/security/auth");
    // With an endpoint of one's own it takes a key only when it is told so.
    if (call.has("GEMINI_API_KEY") && !auth.has("selectedType")) {
      auth.put("selectedType", "gemini-api-key");
    }
    write(ours.resolve("settings.json"), settings);
  }

  /** Users may write comments in theirs; what cannot be read is left out. */
  private static void takeOver(Path file, ObjectNode settings) {
    try {
      JsonNode users = Files.isReadable(file) ? JSON.readTree(file.toFile()) : settings;
      for (String key : List.of("security", "model")) {
        if (users.path(key).isObject()) {
          settings.set(key, users.path(key));
        }
      }
    } catch (IOException e) {
      // Then Gemini decides by the environment, as it does without settings.
    }
  }

  private static void link(Path link, Path target) throws IOException {
    if (!Files.exists(target)) {
      if (Files.isSymbolicLink(link)) {
        Files.deleteIfExists(link);
      }
    } else if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      try {
        Files.createSymbolicLink(link, target);
      } catch (FileAlreadyExistsException e) {
        // A call beside this one made it.
      }
    }
  }

  @Override
  protected String handOff(Mode mode) {
    return "gemini --approval-mode "
        + (mode == Mode.WRITE ? "yolo" : "plan")
        + " --skip-trust -p %s";
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path folder = search.folder("GEMINI_CLI_HOME", "").resolve(".gemini");
    return search
        .key("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI")
        .or(
            () ->
                search.file(folder.resolve("oauth_creds.json"), "/refresh_token", "/access_token"))
        .or(() -> search.present(folder.resolve("gemini-credentials.json")))
        .or(() -> search.variableFile(folder.resolve(".env"), "GEMINI_API_KEY"))
        .orElseGet(() -> Login.none("run `gemini` once and log in, or set GEMINI_API_KEY"));
  }

  @Override
  public Optional<Integer> statusOfExit(int exit) {
    return exit == NO_AUTHENTICATION
        ? Optional.of(401)
        : STATUSES.stream().filter(status -> (status & 255) == exit).findFirst();
  }

  @Override
  public OutputReader reader() {
    return new Reader();
  }

  /** {@code stream-json}: init, message, tool_use, tool_result, error, result. */
  private static final class Reader extends OutputReader {

    @Override
    protected void event(String type, JsonNode event) {
      switch (type) {
        case "init" -> model(event.path("model").asText());
        case "message" -> {
          // The stream begins with the prompt; only the assistant's words are the answer.
          if (event.path("role").asText().equals("assistant")) {
            say(event.path("content").asText());
          }
        }
        case "tool_use" -> uses(event.path("tool_name").asText(), event.path("parameters"));
        case "tool_result" -> happened("thinks");
        case "error" -> {
          if (event.path("severity").asText().equals("error")) {
            failed(event.path("message").asText(), Optional.empty());
          }
        }
        case "result" -> result(event);
        default -> {}
      }
    }

    private void result(JsonNode event) {
      JsonNode stats = event.path("stats");
      tokens(stats.path("input_tokens").asLong(), stats.path("output_tokens").asLong());
      Iterator<String> models = stats.path("models").fieldNames();
      if (models.hasNext()) {
        model(models.next());
      }
      JsonNode error = event.path("error");
      if (error.isObject()) {
        failed(error.path("message").asText(), Optional.empty());
      } else if (event.path("status").asText().equals("success")) {
        succeeded();
      } else if (output().error().isEmpty()) {
        failed("the result's status is " + event.path("status").asText(), Optional.empty());
      }
      completed();
    }
  }
}
