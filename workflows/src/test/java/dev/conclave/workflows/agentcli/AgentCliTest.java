package dev.conclave.workflows.agentcli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.temporal.WireMapper;
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
  @CsvSource({
    "gemini, --approval-mode plan, --approval-mode yolo",
    "codex, -s read-only, -s workspace-write",
    "qwen, --approval-mode plan, --approval-mode yolo",
    "claude, --permission-mode plan --tools Read;Grep;Glob, --permission-mode acceptEdits",
    "opencode, --agent plan, --agent build --auto",
  })
  void analysis_is_read_only_and_writing_is_not(String agent, String analysis, String write)
      throws Exception {
    assertThat(line(agent, Mode.ANALYSIS, Map.of())).contains(analysis.replace(';', ','));
    assertThat(line(agent, Mode.WRITE, Map.of())).contains(write).doesNotContain("--dangerously");
  }

  @Test
  void opencode_is_denied_what_its_plan_agent_would_do() throws Exception {
    AgentCli.CommandLine line =
        AgentClis.of("opencode", settings(Map.of())).commandLine(call(Map.of()));

    assertThat(line.environment().get("OPENCODE_PERMISSION"))
        .contains("\"edit\":\"deny\"", "\"bash\":\"deny\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "qwen", "claude"})
  void model_and_extra_arguments_follow_the_adapters_own(String agent) throws Exception {
    String line =
        line(agent, Mode.ANALYSIS, Map.of("model", "m 1", "extra_args", List.of("--x", "y")));

    assertThat(line).contains("m 1").endsWith("--x y");
  }

  @Test
  void codex_reads_its_prompt_from_stdin_whatever_is_added() throws Exception {
    assertThat(line("codex", Mode.ANALYSIS, Map.of("extra_args", List.of("--oss"))))
        .endsWith("--oss -");
  }

  @Test
  void a_key_of_gemini_selects_its_login_and_a_user_without_one_keeps_his_own() throws Exception {
    AgentCli gemini = AgentClis.of("gemini", settings(Map.of()));
    Path settings = folder.resolve(".gemini/settings.json");

    gemini.commandLine(call(Map.of("GEMINI_API_KEY", "k")));
    assertThat(Files.readString(settings)).contains("gemini-api-key");

    gemini.commandLine(call(Map.of()));
    assertThat(Files.readString(settings)).doesNotContain("gemini-api-key");
  }

  @Test
  void an_unknown_agent_is_refused_with_the_keys_that_make_it_known() {
    assertThatThrownBy(() -> AgentClis.of("mistral", AgentConfiguration.defaults()))
        .hasMessageContaining("agents.mistral.argv");
    assertThatThrownBy(() -> AgentClis.of("m", settings(Map.of("type", "custom"))))
        .hasMessageContaining("agents.m.argv");
    assertThatThrownBy(
            () -> AgentClis.of("m", settings(Map.of("argv", List.of("m"), "output", "xml"))))
        .hasMessageContaining("agents.m")
        .hasMessageContaining("text, json:/pointer, jsonl:/pointer");
  }

  @Test
  void a_repositorys_settings_of_any_program_are_known_as_such() {
    for (String path :
        List.of(
            ".gemini/settings.json",
            "sub/.Codex/config.toml",
            ".qwen/x",
            ".opencode",
            "opencode.jsonc",
            ".mcp.json",
            ".claude",
            ".claude/settings.local.json")) {
      assertThat(AgentClis.areConfiguredBy(path)).as(path).isTrue();
    }
    for (String path : List.of(".claude/commands/a.md", "claude/settings.json", "src/gemini.py")) {
      assertThat(AgentClis.areConfiguredBy(path)).as(path).isFalse();
    }
  }

  private String line(String agent, Mode mode, Map<String, Object> more) throws Exception {
    AgentConfiguration settings = settings(more);
    AgentCli.Call call = new AgentCli.Call(mode, settings, folder, folder, Map.of());
    return String.join(" ", AgentClis.of(agent, settings).commandLine(call).arguments());
  }

  private AgentCli.Call call(Map<String, String> inherited) {
    return new AgentCli.Call(Mode.ANALYSIS, settings(Map.of()), folder, folder, inherited);
  }

  private static AgentConfiguration settings(Map<String, Object> settings) {
    return WireMapper.get().convertValue(settings, AgentConfiguration.class);
  }
}
