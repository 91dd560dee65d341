package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * A home of ours for Gemini CLI. It takes system settings from files of root alone, so a user's
 * worker can set its retries in no other way. The login is the user's: its files are links, and the
 * user's choice of login and model is taken over.
 */
final class GeminiHome {
  private static final List<String> LOGIN =
      List.of(
          "oauth_creds.json",
          "google_accounts.json",
          "gemini-credentials.json",
          "installation_id",
          ".env");

  private GeminiHome() {}

  static Path prepare(CliCall call) throws IOException {
    Path home = call.settings();
    Path ours = home.resolve(".gemini");
    Files.createDirectories(ours);
    String userHome =
        call.inherited().getOrDefault("GEMINI_CLI_HOME", call.inherited().getOrDefault("HOME", ""));
    ObjectNode settings = SettingsFiles.JSON.createObjectNode();
    if (!userHome.isBlank()) {
      Path users = Path.of(userHome).resolve(".gemini");
      for (String file : LOGIN) {
        link(ours.resolve(file), users.resolve(file));
      }
      takeOver(users.resolve("settings.json"), settings);
    }
    knobs(settings, call);
    SettingsFiles.write(ours.resolve("settings.json"), settings);
    return home;
  }

  private static void knobs(ObjectNode settings, CliCall call) {
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
  }

  /** Users may write comments in theirs; what cannot be read is left out. */
  private static void takeOver(Path file, ObjectNode settings) {
    if (!Files.isReadable(file)) {
      return;
    }
    try {
      JsonNode users = SettingsFiles.JSON.readTree(file.toFile());
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
      return;
    }
    if (Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.createSymbolicLink(link, target);
    } catch (FileAlreadyExistsException e) {
      // A call beside this one made it.
    }
  }
}
