package dev.conclave.worker.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Looks for keys and for the files that logins leave, by their presence and shape alone: what is in
 * them is neither used nor shown.
 *
 * @param environment as the agent's process would have it
 * @param home of the user
 */
record Logins(Map<String, String> environment, Path home, Clock clock) {

  /** The login of an agent of a type. */
  Login of(String type, AgentConfiguration settings) {
    return switch (type) {
      case "gemini" -> gemini();
      case "codex" -> codex(settings);
      case "qwen" -> qwen();
      case "claude" -> claude();
      case "opencode" -> opencode();
      default -> Login.unknown("a program of your own");
    };
  }

  private Login gemini() {
    Path folder = folder("GEMINI_CLI_HOME").orElse(home).resolve(".gemini");
    return key("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI")
        .or(() -> file(folder.resolve("oauth_creds.json"), "refresh_token", "access_token"))
        .or(() -> present(folder.resolve("gemini-credentials.json")))
        .or(() -> keyFile(folder.resolve(".env"), "GEMINI_API_KEY"))
        .orElseGet(() -> Login.none("run `gemini` once and log in, or set GEMINI_API_KEY"));
  }

  /** It takes OPENAI_API_KEY at its login only. */
  private Login codex(AgentConfiguration settings) {
    if (settings.extraArgs().stream().anyMatch(argument -> argument.contains("model_provider"))) {
      return Login.unknown("an endpoint of your own");
    }
    Path folder = folder("CODEX_HOME").orElse(home.resolve(".codex"));
    return key("CODEX_API_KEY")
        .or(() -> file(folder.resolve("auth.json"), "OPENAI_API_KEY", "tokens"))
        .orElseGet(
            () ->
                environment.containsKey("OPENAI_API_KEY")
                    ? Login.none(
                        "codex takes OPENAI_API_KEY at its login only:"
                            + " printenv OPENAI_API_KEY | codex login --with-api-key")
                    : Login.none("codex login (or set CODEX_API_KEY)"));
  }

  private Login qwen() {
    Path folder = home.resolve(".qwen");
    return key("OPENAI_API_KEY", "DASHSCOPE_API_KEY")
        .or(() -> file(folder.resolve("oauth_creds.json"), "refresh_token", "access_token"))
        .or(() -> keyFile(folder.resolve(".env"), "OPENAI_API_KEY"))
        .or(() -> file(folder.resolve("settings.json"), "/security/auth/apiKey"))
        .orElseGet(() -> Login.none("run `qwen` once and log in, or set OPENAI_API_KEY"));
  }

  private Login claude() {
    Path folder = folder("CLAUDE_CONFIG_DIR").orElse(home.resolve(".claude"));
    Path credentials = folder.resolve(".credentials.json");
    return key(
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_AUTH_TOKEN",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "CLAUDE_CODE_USE_BEDROCK",
            "CLAUDE_CODE_USE_VERTEX")
        .or(() -> expired(credentials))
        .or(() -> file(credentials, "/claudeAiOauth/accessToken"))
        .or(() -> file(folder.resolve("settings.json"), "apiKeyHelper"))
        .orElseGet(
            () ->
                System.getProperty("os.name", "").startsWith("Mac")
                    ? Login.unknown("it keeps its login in the keychain")
                    : Login.none("run `claude` once and log in, or set ANTHROPIC_API_KEY"));
  }

  private Optional<Login> expired(Path credentials) {
    return json(credentials)
        .map(all -> all.path("claudeAiOauth"))
        .filter(login -> login.path("refreshToken").asText().isEmpty())
        .filter(login -> login.path("expiresAt").asLong(Long.MAX_VALUE) < clock.millis())
        .map(login -> Login.none("its login has expired: run `claude` and log in again"));
  }

  private Login opencode() {
    Path data = folder("XDG_DATA_HOME").orElse(home.resolve(".local/share"));
    Path auth = data.resolve("opencode/auth.json");
    if (json(auth).filter(all -> !all.isEmpty()).isPresent()) {
      return Login.found("logged in (" + auth + ")", Optional.empty());
    }
    return key("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY")
        .orElseGet(
            () ->
                Login.unknown("some of its models need no login; `opencode auth login` adds one"));
  }

  private Optional<Path> folder(String variable) {
    return Optional.of(environment.getOrDefault(variable, ""))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }

  private Optional<Login> key(String... variables) {
    return List.of(variables).stream()
        .filter(name -> !environment.getOrDefault(name, "").isBlank())
        .findFirst()
        .map(name -> Login.found(name + " is set", Optional.of(name)));
  }

  /** A JSON file with one of these fields, or pointers, filled. */
  private static Optional<Login> file(Path file, String... fields) {
    return json(file)
        .filter(all -> List.of(fields).stream().anyMatch(field -> filled(all, field)))
        .map(all -> Login.found("logged in (" + file + ")", Optional.empty()));
  }

  private static boolean filled(JsonNode all, String field) {
    JsonNode value = field.startsWith("/") ? all.at(field) : all.path(field);
    return value.isObject() ? !value.isEmpty() : value.isTextual() && !value.asText().isBlank();
  }

  private static Optional<Login> present(Path file) {
    return Files.isReadable(file)
        ? Optional.of(Login.found("logged in (" + file + ")", Optional.empty()))
        : Optional.empty();
  }

  /** A file of variables, as shells write them. */
  private static Optional<Login> keyFile(Path file, String variable) {
    Pattern filled = Pattern.compile("(?m)^\\s*(export\\s+)?" + variable + "\\s*=\\s*\\S");
    try {
      return Files.isReadable(file) && filled.matcher(Files.readString(file)).find()
          ? Optional.of(Login.found(variable + " is set in " + file, Optional.empty()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no text: no key that anybody could use
    }
  }

  private static Optional<JsonNode> json(Path file) {
    try {
      return Files.isReadable(file)
          ? Optional.ofNullable(WireMapper.get().readTree(file.toFile()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // cut off, or no JSON: the program cannot use it either
    }
  }

  /**
   * Whether an agent program is logged in, as far as that can be known without a call; whether a
   * login is still valid only a call tells.
   *
   * @param text for people
   * @param variable the one that has the key
   * @param fix what logs it in; empty unless no login was found
   */
  record Login(String text, Optional<String> variable, Optional<String> fix) {
    private static Login found(String how, Optional<String> variable) {
      return new Login(how, variable, Optional.empty());
    }

    private static Login none(String fix) {
      return new Login("no login found", Optional.empty(), Optional.of(fix));
    }

    private static Login unknown(String why) {
      return new Login(
          "whether it is logged in cannot be known without a call (" + why + ")",
          Optional.empty(),
          Optional.empty());
    }
  }
}
