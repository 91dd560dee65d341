package dev.conclave.activities.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentCliTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gemini | --approval-mode plan | --approval-mode yolo",
        "codex | -s read-only | -s workspace-write",
        "qwen | --approval-mode plan | --approval-mode yolo",
        "claude | --permission-mode plan --tools Read,Grep,Glob | --permission-mode acceptEdits",
        "opencode | --agent plan | --agent build --auto",
      })
  void analysis_mode_is_read_only_and_write_mode_is_not(
      String agent, String analysis, String write) {
    Map<String, Object> more = Map.of("model", "m 1", "extra_args", List.of("--x", "y"));

    assertThat(line(agent, Mode.ANALYSIS, more)).contains(analysis, "m 1 --x y");
    assertThat(line(agent, Mode.WRITE, more)).contains(write).doesNotContain("--dangerously");
  }

  @Test
  void opencode_is_denied_the_actions_of_its_plan_agent() {
    AgentCli opencode = AgentCli.of("opencode", AgentConfiguration.defaults());

    assertThat(opencode.environment(call(Mode.ANALYSIS, Map.of())).get("OPENCODE_PERMISSION"))
        .contains("\"edit\":\"deny\"", "\"bash\":\"deny\"");
  }

  @Test
  void a_gemini_key_selects_its_login_and_other_users_keep_theirs() throws Exception {
    AgentCli gemini = AgentCli.of("gemini", AgentConfiguration.defaults());
    Path settings = folder.resolve(".gemini/settings.json");

    gemini.prepare(call(Mode.ANALYSIS, Map.of("GEMINI_API_KEY", "k")));
    assertThat(Files.readString(settings)).contains("gemini-api-key", "\"maxAttempts\":1");

    gemini.prepare(call(Mode.ANALYSIS, Map.of()));
    assertThat(Files.readString(settings)).doesNotContain("gemini-api-key");
  }

  @Test
  void an_unknown_agent_is_refused_with_the_settings_that_define_one() {
    assertThatThrownBy(() -> AgentCli.of("mistral", AgentConfiguration.defaults()))
        .hasMessageContaining("agents.mistral.argv");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".gemini/settings.json",
        "sub/.Codex/config.toml",
        ".qwen/x",
        ".opencode",
        "opencode.jsonc",
        ".mcp.json",
        ".claude",
        ".claude/settings.local.json",
      })
  void repository_settings_of_every_program_are_recognised(String path) {
    assertThat(AgentProgram.areConfiguredBy(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {".claude/commands/a.md", "claude/settings.json", "src/gemini.py"})
  void other_repository_files_are_not_settings(String path) {
    assertThat(AgentProgram.areConfiguredBy(path)).isFalse();
  }

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
  void a_key_in_the_environment_is_a_login_unless_empty(String type, String variable) {
    assertThat(login(type, Map.of(variable, "k"))).isEqualTo(new Login(variable + " is set", ""));
    assertThat(login(type, Map.of(variable, " ")).text()).doesNotContain(variable);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gemini|.gemini/oauth_creds.json|{\"refresh_token\": \"r\"}",
        "gemini|.gemini/.env|export GEMINI_API_KEY=abc",
        "codex|.codex/auth.json|{\"OPENAI_API_KEY\": \"k\"}",
        "codex|.codex/auth.json|{\"OPENAI_API_KEY\": null, \"tokens\": {\"id_token\": \"t\"}}",
        "qwen|.qwen/oauth_creds.json|{\"access_token\": \"a\"}",
        "qwen|.qwen/settings.json|{\"security\": {\"auth\": {\"apiKey\": \"k\"}}}",
        "claude|.claude/.credentials.json|{\"claudeAiOauth\": {\"accessToken\": \"a\"}}",
        "claude|.claude/settings.json|{\"apiKeyHelper\": \"~/key.sh\"}",
        "opencode|.local/share/opencode/auth.json|{\"anthropic\": {}}"
      })
  void the_login_file_is_found(String type, String file, String content) throws Exception {
    Path path = write(file, content);
    assertThat(login(type, Map.of()).text()).contains(path.toString());

    write(file, content.substring(0, content.length() / 3));
    assertThat(login(type, Map.of()).text()).as("cut off").doesNotContain(path.toString());
  }

  @Test
  void an_unknowable_login_is_not_guessed() {
    assertThat(login("opencode", Map.of()).text()).contains("only a call can show");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Read | {'file_path':'src/server.py'} | reading src/server.py",
        "read_file | {'absolute_path':'/home/a/snapshots/x/src/server.py'} | reading …/x/src/server.py",
        "Grep | {'pattern':'def handle','path':'src'} | searching def handle",
        "list_directory | {'dir_path':'src'} | listing src",
        "run_shell_command | {'command':'git log -3'} | running git log -3",
        "exit_plan_mode | {} | tool exit_plan_mode",
        "Glob | {'pattern':' '} | listing",
      })
  void tool_names_are_displayed_as_people_say_them(String tool, String input, String words) {
    OutputReader reader =
        new OutputReader() {
          @Override
          protected void event(String type, JsonNode event) {
            recordToolUse(tool, event);
          }
        };

    reader.line(input.replace('\'', '"'));

    assertThat(reader.lastEvent()).isEqualTo(words);
  }

  private Path write(String file, String content) throws Exception {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, content);
  }

  private Login login(String type, Map<String, String> environment) {
    return AgentCli.of(type, AgentConfiguration.defaults())
        .login(new Login.Search(environment, folder), AgentConfiguration.defaults());
  }

  private String line(String agent, Mode mode, Map<String, Object> more) {
    AgentConfiguration settings = WireMapper.get().convertValue(more, AgentConfiguration.class);
    AgentCli.CliCall call = new AgentCli.CliCall(mode, settings, folder, folder, Map.of(), null);
    return String.join(" ", AgentCli.of(agent, settings).arguments(call));
  }

  private AgentCli.CliCall call(Mode mode, Map<String, String> inherited) {
    return new AgentCli.CliCall(
        mode, AgentConfiguration.defaults(), folder, folder, inherited, null);
  }

  @Test
  void cloud_credentials_are_inherited_only_if_that_cloud_is_used() {
    Map<String, String> ours =
        Map.of("AWS_PROFILE", "work", "AWS_REGION", "eu-west-1", "CLAUDE_CODE_USE_BEDROCK", "1");
    AgentConfiguration none = AgentConfiguration.defaults();

    assertThat(AgentCli.of("claude", none).inherited(none, ours)).containsAllEntriesOf(ours);
    assertThat(AgentCli.of("codex", none).inherited(none, ours)).doesNotContainKey("AWS_PROFILE");
    assertThat(AgentCli.of("claude", none).inherited(none, Map.of("AWS_PROFILE", "work")))
        .doesNotContainKey("AWS_PROFILE");
  }
}
