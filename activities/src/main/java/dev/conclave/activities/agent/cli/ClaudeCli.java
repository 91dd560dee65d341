package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

final class ClaudeCli extends AgentCli {
  ClaudeCli() {
    super(
        "claude",
        "architecture",
        "ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL ANTHROPIC_MODEL"
            + " ANTHROPIC_SMALL_FAST_MODEL ANTHROPIC_DEFAULT_OPUS_MODEL"
            + " ANTHROPIC_DEFAULT_SONNET_MODEL ANTHROPIC_DEFAULT_HAIKU_MODEL"
            + " ANTHROPIC_CUSTOM_HEADERS CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CONFIG_DIR"
            + " CLAUDE_CODE_USE_BEDROCK CLAUDE_CODE_SKIP_BEDROCK_AUTH ANTHROPIC_BEDROCK_BASE_URL"
            + " CLAUDE_CODE_USE_VERTEX CLAUDE_CODE_SKIP_VERTEX_AUTH ANTHROPIC_VERTEX_BASE_URL"
            + " ANTHROPIC_VERTEX_PROJECT_ID CLAUDE_CODE_USE_FOUNDRY ANTHROPIC_FOUNDRY_API_KEY"
            + " ANTHROPIC_FOUNDRY_RESOURCE ANTHROPIC_FOUNDRY_BASE_URL");
  }

  @Override
  protected boolean isUsed(
      String cloud, AgentConfiguration configuration, Map<String, String> workerEnvironment) {
    String used = "CLAUDE_CODE_USE_" + cloud.toUpperCase(Locale.ROOT);
    return workerEnvironment.containsKey(used) || configuration.extraEnv().containsKey(used);
  }

  @Override
  public List<String> arguments(CliCall call) {
    return call.arguments(
        "-p --output-format stream-json --verbose --include-partial-messages"
            + " --no-session-persistence "
            + (call.isAnalysis()
                ? "--permission-mode plan --tools Read,Grep,Glob --strict-mcp-config"
                : "--permission-mode acceptEdits --allowedTools Bash,Edit,Write,Read"),
        "--model");
  }

  @Override
  public Map<String, String> environment(CliCall call) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "CLAUDE_CODE_MAX_RETRIES", "1",
                "API_TIMEOUT_MS", Long.toString(call.patienceMillis()),
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                "DISABLE_AUTOUPDATER", "1",
                "DISABLE_TELEMETRY", "1",
                "DISABLE_ERROR_REPORTING", "1"));
    if (call.home() != null) {
      environment.put("CLAUDE_CONFIG_DIR", call.home() + "/.claude");
    }
    return environment;
  }

  @Override
  public List<HomeFile> homeFiles(Login.Search user, CliCall call) {
    Path folder = user.folder("CLAUDE_CONFIG_DIR", ".claude");
    return List.of(
        HomeFile.login(folder, ".claude/.credentials.json"),
        HomeFile.settings(folder, ".claude/settings.json"),
        HomeFile.settings(folder, ".claude/CLAUDE.md"));
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path folder = search.folder("CLAUDE_CONFIG_DIR", ".claude");
    return search
        .key(
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_AUTH_TOKEN",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "CLAUDE_CODE_USE_BEDROCK",
            "CLAUDE_CODE_USE_VERTEX",
            "CLAUDE_CODE_USE_FOUNDRY")
        .or(
            () ->
                search.file(folder.resolve(".credentials.json"), "\"accessToken\"\\s*:\\s*\"[^\"]"))
        .or(() -> search.file(folder.resolve("settings.json"), "\"apiKeyHelper\"\\s*:\\s*\"[^\"]"))
        .orElseGet(
            () ->
                System.getProperty("os.name", "").startsWith("Mac")
                    ? Login.unknown("its login is in the keychain")
                    : Login.none("run `claude` once and log in, or set ANTHROPIC_API_KEY"));
  }

  @Override
  public OutputReader reader() {
    return new StreamJson();
  }

  /** Reads {@code stream-json}, which Qwen Code also writes. */
  static final class StreamJson extends OutputReader {
    // Qwen reports a failed request as a successful result that ends with this.
    private static final String API_ERROR = "[API Error:";

    private long characters;

    @Override
    protected void event(String type, JsonNode event) {
      switch (type) {
        case "system" -> system(event);
        case "assistant" -> {
          model(event.at("/message/model").asText());
          for (JsonNode part : event.at("/message/content")) {
            if (part.path("type").asText().equals("tool_use")) {
              recordToolUse(part.path("name").asText(), part.path("input"));
            }
          }
        }
        case "stream_event" -> part(event.path("event"));
        case "result" -> result(event);
        default -> {}
      }
    }

    private void system(JsonNode event) {
      if (event.path("subtype").asText().equals("init")) {
        model(event.path("model").asText());
      } else if (event.path("subtype").asText().equals("api_retry")) {
        int status = event.path("error_status").asInt();
        failed(
            "API error %d %s, retry after %d s"
                .formatted(
                    status,
                    event.path("error").asText(),
                    Math.round(event.path("retry_delay_ms").asDouble() / 1000)),
            status);
        if (isLasting(status)) {
          hopeless = true;
        }
      }
    }

    private void part(JsonNode event) {
      if (event.path("type").asText().equals("content_block_delta")) {
        String text = event.at("/delta/text").asText();
        characters += text.length();
        setLastEvent(text.isEmpty() ? "thinking" : "writing, " + characters + " characters");
      }
    }

    private static long read(JsonNode usage) {
      return usage.path("input_tokens").asLong()
          + usage.path("cache_creation_input_tokens").asLong()
          + usage.path("cache_read_input_tokens").asLong();
    }

    private void result(JsonNode event) {
      // The last of several such events has the totals.
      setTotals(
          read(event.path("usage")),
          event.at("/usage/output_tokens").asLong(),
          event.path("total_cost_usd").asDouble());
      String text = event.path("result").asText();
      int mark = text.stripTrailing().endsWith("]") ? text.lastIndexOf(API_ERROR) : -1;
      if (mark >= 0
          || event.path("is_error").asBoolean()
          || event.path("subtype").asText().startsWith("error")) {
        failed(
            mark >= 0 ? text.substring(mark) : event.at("/error/message").asText(text),
            event.path("api_error_status").asInt(output().status()));
      } else {
        answer(text);
        succeeded();
      }
      complete = true;
    }
  }
}
