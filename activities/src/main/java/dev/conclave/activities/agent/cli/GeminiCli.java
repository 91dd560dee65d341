package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

final class GeminiCli extends AgentCli {
  /** Gemini exits with the HTTP status, of which an exit code keeps the low eight bits. */
  private static final List<Integer> STATUSES =
      List.of(400, 401, 403, 404, 413, 429, 500, 502, 503, 504);

  private static final int NO_AUTHENTICATION = 41;

  private static final List<String> LOGIN_FILES =
      List.of(
          "oauth_creds.json google_accounts.json gemini-credentials.json installation_id .env"
              .split(" "));

  private static final String SETTINGS =
      """
      {"general": {"maxAttempts": 1, "retryFetchErrors": false,
                   "enableAutoUpdate": false, "enableAutoUpdateNotification": false},
       "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false}}
      """;

  GeminiCli() {
    super(
        "gemini",
        "deep-code-analysis",
        "GEMINI_API_KEY GEMINI_MODEL GOOGLE_API_KEY GOOGLE_GEMINI_BASE_URL GOOGLE_CLOUD_PROJECT"
            + " GOOGLE_CLOUD_LOCATION GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GENAI_USE_VERTEXAI"
            + " GOOGLE_GENAI_USE_GCA");
  }

  @Override
  public List<String> arguments(CliCall call) {
    String mode = call.isAnalysis() ? "plan" : "yolo";
    return call.arguments("--approval-mode " + mode + " -o stream-json --skip-trust", "-m");
  }

  @Override
  public Map<String, String> environment(CliCall call) {
    Path home = call.home() == null ? call.settings() : call.home();
    return Map.of("GEMINI_CLI_NO_RELAUNCH", "true", "GEMINI_CLI_HOME", home.toString());
  }

  @Override
  public List<HomeFile> homeFiles(Login.Search user, CliCall call) {
    Path settingsFolder = call.settings().resolve(".gemini");
    List<HomeFile> files = new ArrayList<>();
    files.add(HomeFile.login(settingsFolder, ".gemini/oauth_creds.json"));
    LOGIN_FILES.stream()
        .skip(1)
        .forEach(file -> files.add(HomeFile.settings(settingsFolder, ".gemini/" + file)));
    files.add(HomeFile.settings(settingsFolder, ".gemini/settings.json"));
    return files;
  }

  /**
   * Prepares a home below {@link CliCall#settings}, the only way to set retries without root:
   * Gemini accepts system settings only from files owned by root. Login files are links; the user's
   * choices of login and model are copied.
   */
  @Override
  public void prepare(CliCall call) throws IOException {
    Path settingsFolder = Files.createDirectories(call.settings().resolve(".gemini"));
    String configuredHome = call.variable("GEMINI_CLI_HOME");
    // Make the path absolute even without HOME: the worker's current folder is not the user's home.
    Path userFolder =
        Path.of("/", configuredHome.isBlank() ? call.variable("HOME") : configuredHome, ".gemini");
    for (String file : LOGIN_FILES) {
      link(settingsFolder.resolve(file), userFolder.resolve(file));
    }
    ObjectNode settings = (ObjectNode) JSON.readTree(SETTINGS);
    JsonNode chosen = settingsOf(userFolder.resolve("settings.json"));
    for (String key : List.of("security", "model")) {
      if (chosen.path(key).isObject()) {
        settings.set(key, chosen.path(key));
      }
    }
    ObjectNode auth = settings.withObject("/security/auth");
    // With a custom endpoint, Gemini only uses a key if the type is selected.
    if (!call.variable("GEMINI_API_KEY").isBlank() && !auth.has("selectedType")) {
      auth.put("selectedType", "gemini-api-key");
    }
    AtomicFiles.writeIfDifferent(
        settingsFolder.resolve("settings.json"), JSON.writeValueAsBytes(settings));
  }

  /**
   * Reads the user's settings. Ignores them if they contain comments; Gemini then decides by the
   * environment.
   */
  private static JsonNode settingsOf(Path file) {
    try {
      return Files.isReadable(file) ? JSON.readTree(file.toFile()) : JSON.createObjectNode();
    } catch (IOException e) {
      return JSON.createObjectNode();
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
        // A concurrent call created it.
      }
    }
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path folder = search.folder("GEMINI_CLI_HOME", "").resolve(".gemini");
    return search
        .key("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI")
        .or(() -> search.file(folder.resolve("oauth_creds.json"), Login.TOKEN))
        .or(() -> search.file(folder.resolve("gemini-credentials.json"), ""))
        .or(
            () ->
                search.file(
                    folder.resolve(".env"), "(?m)^\\s*(export\\s+)?GEMINI_API_KEY\\s*=\\s*\\S"))
        .orElseGet(() -> Login.none("run `gemini` once and log in, or set GEMINI_API_KEY"));
  }

  @Override
  public int statusOfExit(int exit) {
    return exit == NO_AUTHENTICATION
        ? 401
        : STATUSES.stream().filter(status -> (status & 255) == exit).findFirst().orElse(0);
  }

  /** Reads {@code stream-json}: init, message, tool_use, tool_result, error, result. */
  @Override
  public OutputReader reader() {
    return new OutputReader() {
      @Override
      protected void event(String type, JsonNode event) {
        switch (type) {
          case "init" -> model(event.path("model").asText());
          case "message" -> {
            // The stream starts with the prompt; only assistant messages are the answer.
            if (event.path("role").asText().equals("assistant")) {
              say(event.path("content").asText());
            }
          }
          case "tool_use" ->
              recordToolUse(event.path("tool_name").asText(), event.path("parameters"));
          case "tool_result" -> setLastEvent("thinking");
          case "error" -> {
            if (event.path("severity").asText().equals("error")) {
              failed(event.path("message").asText(), 0);
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
        if (event.path("error").isObject()) {
          failed(event.at("/error/message").asText(), 0);
        } else if (event.path("status").asText().equals("success")) {
          succeeded();
        } else if (output().error().isEmpty()) {
          failed("the result's status is " + event.path("status").asText(), 0);
        }
        complete = true;
      }
    };
  }
}
