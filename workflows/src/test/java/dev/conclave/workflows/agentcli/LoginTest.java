package dev.conclave.workflows.agentcli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginTest {
  private static final Instant NOW = Instant.parse("2026-11-21T16:00:00Z");

  @TempDir Path home;

  @ParameterizedTest
  @CsvSource({
    "gemini, GEMINI_API_KEY",
    "gemini, GOOGLE_GENAI_USE_VERTEXAI",
    "codex, CODEX_API_KEY",
    "qwen, DASHSCOPE_API_KEY",
    "claude, ANTHROPIC_API_KEY",
    "claude, CLAUDE_CODE_USE_BEDROCK",
    "opencode, OPENROUTER_API_KEY"
  })
  void a_key_in_the_environment_is_found_and_an_empty_one_is_none(String type, String variable) {
    assertThat(of(type, Map.of(variable, "k")))
        .isEqualTo(new Login(variable + " is set", Optional.of(variable), Optional.empty()));
    assertThat(of(type, Map.of(variable, " ")).variable()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gemini|.gemini/oauth_creds.json|{\"refresh_token\": \"r\"}",
        "gemini|.gemini/.env|export GEMINI_API_KEY=abc",
        "codex|.codex/auth.json|{\"OPENAI_API_KEY\": \"k\"}",
        "qwen|.qwen/oauth_creds.json|{\"access_token\": \"a\"}",
        "qwen|.qwen/settings.json|{\"security\": {\"auth\": {\"apiKey\": \"k\"}}}",
        "claude|.claude/.credentials.json|{\"claudeAiOauth\": {\"accessToken\": \"a\"}}",
        "claude|.claude/settings.json|{\"apiKeyHelper\": \"~/key.sh\"}",
        "opencode|.local/share/opencode/auth.json|{\"anthropic\": {}}"
      })
  void the_file_that_a_login_leaves_is_found(String type, String file, String content)
      throws IOException {
    Path path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
    assertThat(of(type, Map.of()).text()).contains(path.toString());

    Files.writeString(path, content.substring(0, content.length() / 3));
    assertThat(of(type, Map.of()).text()).as("cut off").doesNotContain(path.toString());
  }

  @Test
  void a_login_that_has_expired_and_cannot_renew_itself_is_none() throws IOException {
    claude("{\"claudeAiOauth\": {\"accessToken\": \"a\", \"expiresAt\": %d}}", -1);
    assertThat(of("claude", Map.of()).fix())
        .contains("its login has expired: run `claude` and log in again");

    claude("{\"claudeAiOauth\": {\"accessToken\": \"a\", \"expiresAt\": %d}}", 60);
    assertThat(of("claude", Map.of()).text()).startsWith("logged in");

    claude(
        "{\"claudeAiOauth\": {\"accessToken\": \"a\", \"refreshToken\": \"r\", \"expiresAt\": %d}}",
        -1);
    assertThat(of("claude", Map.of()).text()).startsWith("logged in");
  }

  @Test
  void what_cannot_be_known_is_not_guessed() {
    assertThat(of("opencode", Map.of()).text()).contains("cannot be known");
  }

  private void claude(String credentials, int seconds) throws IOException {
    Path file = home.resolve(".claude/.credentials.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, credentials.formatted(NOW.plusSeconds(seconds).toEpochMilli()));
  }

  private Login of(String type, Map<String, String> environment) {
    return AgentClis.find(type)
        .orElseThrow()
        .login(
            new Login.Search(environment, home, Clock.fixed(NOW, ZoneOffset.UTC)),
            AgentConfiguration.defaults());
  }
}
