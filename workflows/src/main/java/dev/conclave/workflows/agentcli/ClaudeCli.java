package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Claude Code. */
final class ClaudeCli extends AgentCli {

  ClaudeCli() {
    super(
        "claude",
        "Claude",
        "architecture",
        "@anthropic-ai/claude-code",
        new Release("2.1.197", 18),
        new Release("2.1.329", 22));
  }

  @Override
  protected Set<String> variables() {
    return Set.of(
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "ANTHROPIC_BASE_URL",
        "ANTHROPIC_MODEL",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CONFIG_DIR",
        "CLAUDE_CODE_USE_BEDROCK",
        "CLAUDE_CODE_USE_VERTEX");
  }

  @Override
  public CommandLine commandLine(Call call) {
    List<String> arguments =
        call.arguments(
            "--model",
            ("-p --output-format stream-json --verbose --include-partial-messages"
                    + " --no-session-persistence "
                    + (call.isAnalysis()
                        ? "--permission-mode plan --tools Read,Grep,Glob --strict-mcp-config"
                        : "--permission-mode acceptEdits --allowedTools Bash,Edit,Write,Read"))
                .split(" "));
    return new CommandLine(
        arguments,
        Map.of(
            "CLAUDE_CODE_MAX_RETRIES",
            "1",
            "API_TIMEOUT_MS",
            Long.toString(call.patienceMillis()),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
            "1",
            "DISABLE_AUTOUPDATER",
            "1",
            "DISABLE_TELEMETRY",
            "1",
            "DISABLE_ERROR_REPORTING",
            "1"));
  }

  @Override
  protected String handOff(Mode mode) {
    return mode == Mode.WRITE
        ? "claude -p %s --permission-mode acceptEdits --allowedTools Bash,Edit,Write,Read"
        : "claude -p %s --tools Read,Grep,Glob,Bash"
            + " --allowedTools 'Read,Grep,Glob,Bash(git diff:*),Bash(git status:*)'";
  }

  @Override
  protected boolean isConfiguredBy(List<String> path) {
    String file = path.get(path.size() - 1);
    boolean inFolder = path.size() > 1 && path.get(path.size() - 2).equals(".claude");
    return file.equals(".claude")
        || file.equals(".mcp.json")
        || (inFolder && file.startsWith("settings"));
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration configuration) {
    Path folder = search.folder("CLAUDE_CONFIG_DIR", ".claude");
    Path credentials = folder.resolve(".credentials.json");
    return search
        .key(
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_AUTH_TOKEN",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "CLAUDE_CODE_USE_BEDROCK",
            "CLAUDE_CODE_USE_VERTEX")
        .or(() -> expired(search, credentials))
        .or(() -> search.file(credentials, "/claudeAiOauth/accessToken"))
        .or(() -> search.file(folder.resolve("settings.json"), "/apiKeyHelper"))
        .orElseGet(
            () ->
                System.getProperty("os.name", "").startsWith("Mac")
                    ? Login.unknown("it keeps its login in the keychain")
                    : Login.none("run `claude` once and log in, or set ANTHROPIC_API_KEY"));
  }

  private static Optional<Login> expired(Login.Search search, Path credentials) {
    return search
        .json(credentials)
        .map(all -> all.path("claudeAiOauth"))
        .filter(login -> login.path("refreshToken").asText().isEmpty())
        .filter(login -> login.path("expiresAt").asLong(Long.MAX_VALUE) < search.clock().millis())
        .map(login -> Login.none("its login has expired: run `claude` and log in again"));
  }

  @Override
  public OutputReader reader() {
    return new Reader();
  }

  /** {@code stream-json}, which Qwen Code writes as well. */
  static final class Reader extends OutputReader {
    // Qwen reports a failed request as a successful result that ends in this.
    private static final String API_ERROR = "[API Error:";

    private long readSoFar;
    private long writtenBefore;
    private long writtenNow;
    private long written;

    @Override
    protected void event(String type, JsonNode event) {
      switch (type) {
        case "system" -> system(event);
        case "assistant" -> {
          model(event.path("message").path("model").asText());
          for (JsonNode part : event.path("message").path("content")) {
            if (part.path("type").asText().equals("tool_use")) {
              uses(part.path("name").asText(), part.path("input"));
            }
          }
        }
        case "stream_event" -> part(event.path("event"));
        case "result" -> result(event);
        default -> {}
      }
    }

    private void system(JsonNode event) {
      switch (event.path("subtype").asText()) {
        case "init" -> model(event.path("model").asText());
        case "api_retry" -> {
          int status = event.path("error_status").asInt();
          failed(
              String.format(
                  Locale.ROOT,
                  "API error %d %s, retry after %.0f s",
                  status,
                  event.path("error").asText(),
                  event.path("retry_delay_ms").asDouble() / 1000),
              Optional.of(status));
          if (lasting(status)) {
            giveUp();
          }
        }
        default -> {}
      }
    }

    /** A part of a message; its tokens are counted while it comes. */
    private void part(JsonNode event) {
      switch (event.path("type").asText()) {
        case "message_start" -> {
          JsonNode usage = event.path("message").path("usage");
          readSoFar += read(usage);
          writtenBefore += writtenNow;
          writtenNow = usage.path("output_tokens").asLong();
          tokensSoFar(readSoFar, writtenBefore + writtenNow);
        }
        case "message_delta" -> {
          writtenNow = Math.max(writtenNow, event.path("usage").path("output_tokens").asLong());
          tokensSoFar(readSoFar, writtenBefore + writtenNow);
        }
        case "content_block_delta" -> {
          JsonNode delta = event.path("delta");
          switch (delta.path("type").asText()) {
            case "text_delta" -> {
              written += delta.path("text").asText().length();
              happened("writes, " + written + " characters");
            }
            case "thinking_delta" -> happened("thinks");
            default -> {}
          }
        }
        default -> {}
      }
    }

    private static long read(JsonNode usage) {
      return usage.path("input_tokens").asLong()
          + usage.path("cache_creation_input_tokens").asLong()
          + usage.path("cache_read_input_tokens").asLong();
    }

    private void result(JsonNode event) {
      JsonNode usage = event.path("usage");
      tokens(read(usage), usage.path("output_tokens").asLong());
      if (event.path("total_cost_usd").isNumber()) {
        cost(event.path("total_cost_usd").asDouble());
      }
      String text = event.path("result").asText();
      Optional<String> error = error(event, text);
      if (error.isPresent()) {
        JsonNode status = event.path("api_error_status");
        failed(error.get(), status.isInt() ? Optional.of(status.asInt()) : output().status());
      } else {
        answer(text);
        succeeded();
      }
      completed();
    }

    private static Optional<String> error(JsonNode event, String text) {
      int mark = text.lastIndexOf(API_ERROR);
      if (mark >= 0 && text.stripTrailing().endsWith("]")) {
        return Optional.of(text.substring(mark));
      }
      JsonNode error = event.path("error").path("message");
      boolean failed =
          event.path("is_error").asBoolean() || event.path("subtype").asText().startsWith("error");
      return failed ? Optional.of(error.isTextual() ? error.asText() : text) : Optional.empty();
    }
  }
}
