package dev.conclave.workflows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.model.BudgetLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  @TempDir Path home;

  @Test
  void defaults_apply_without_a_file() {
    assertThat(Configuration.load(Map.of(), home)).isEqualTo(Configuration.defaults());
  }

  @Test
  void an_empty_or_fully_commented_file_gives_the_defaults() throws IOException {
    assertThat(read("")).isEqualTo(Configuration.defaults());
    assertThat(read("# nothing\n")).isEqualTo(Configuration.defaults());
    assertThat(read("tools:\n#  - gemini\nagents:\n")).isEqualTo(Configuration.defaults());
  }

  @ParameterizedTest
  @CsvSource({"auto,AUTO", "require,REQUIRE", "off,OFF", "'\"off\"',OFF"})
  void the_sandbox_of_all_agents_is_set_in_their_section(
      String written, Configuration.SandboxPolicy policy) throws IOException {
    Configuration read = read("agents: {sandbox: " + written + ", gemini: {network: none}}\n");

    assertThat(read.sandbox()).isEqualTo(policy);
    assertThat(read.agents()).containsOnlyKeys("gemini");
    assertThat(read.agent("gemini").network()).isEqualTo(AgentConfiguration.Network.NONE);
    assertThat(read.agent("codex").network()).isEqualTo(AgentConfiguration.Network.API);
  }

  @Test
  void extra_reachable_hosts_are_a_list_of_hosts_with_ports() throws IOException {
    Configuration read =
        read("agents: {qwen: {network_allow: ['localhost:11434', '[fd00::1]:443']}, codex: {}}");

    assertThat(read.agent("qwen").networkAllow())
        .containsExactly("localhost:11434", "[fd00::1]:443");
    assertThat(read.agent("codex").networkAllow()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sandbox: off|sandbox: put it under agents",
        "agents: {sandbox: none}|agents.sandbox: use one of auto, require, off",
        "agents: {sandbox: {argv: [x]}}|agents.sandbox: use one of auto, require, off",
        "agents: {gemini: {readable: [x]}}|agents.gemini.readable: use absolute paths",
        "agents: {gemini: {network: all}}|one of api, host, none",
        "agents: {qwen: {network_allow: localhost}}|agents.qwen.network_allow: use host:port",
        "agents: {qwen: {network_allow: ['http://localhost:1/']}}|agents.qwen.network_allow: use host:port",
        "agents: {qwen: {network_allow: ['localhost:0']}}|agents.qwen.network_allow: use host:port",
        "agents: {qwen: {network_allow: ['localhost:65536']}}|agents.qwen.network_allow: use host:port",
        "agents: {qwen: {network_allow: ['::1:80']}}|agents.qwen.network_allow: use host:port",
        "agents: {qwen: {network: none, network_allow: ['a:1']}}|only applies to network: api; remove it for none"
      })
  void an_invalid_sandbox_setting_is_refused(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml)).hasMessageContaining(message);
  }

  @Test
  void every_user_setting_is_read() throws IOException {
    Configuration read =
        read(
            """
            tools: [gemini, 审阅者]
            """
                    .replace("审阅者", "reviewer")
                + """
            fallback: direct
            slots: 6
            languages: [en, zh]
            timeouts:
              analysis: 15m
              topic: 90
            budget: {usd: 5, calls: 40}
            agents:
              gemini:
                model: gemini-3-pro
                slots: 3
                stale_after: 5m
                timeouts: {analysis: 20m}
                on_rate_limit: wait
                extra_env: {RETRIES: 1}
              reviewer:
                argv: [/opt/our tools/review, --json]
                output: json:/answer/text
            prices:
              gemini-3-pro: {input: 1.25, output: 10}
            """);

    assertThat(read.analysts()).containsExactly("gemini", "reviewer");
    assertThat(read.chain()).containsExactly("direct");
    assertThat(read.slots()).isEqualTo(6);
    assertThat(read.timeouts().get("analysis")).isEqualTo(Duration.ofMinutes(15));
    assertThat(read.timeout("codex", "topic")).isEqualTo(Duration.ofSeconds(90));
    assertThat(read.timeout("gemini", "planning")).isEqualTo(Duration.ofMinutes(15));
    assertThat(read.budget().usd()).contains(5.0);
    assertThat(read.agent("gemini").onRateLimit()).isEqualTo(AgentConfiguration.OnRateLimit.WAIT);
    assertThat(read.agent("gemini").extraEnv()).containsEntry("RETRIES", "1");
    assertThat(read.agent("reviewer").typeFor("reviewer")).isEqualTo("custom");
    assertThat(read.agent("reviewer").argv()).startsWith("/opt/our tools/review");
    assertThat(read.prices().get("gemini-3-pro").output()).isEqualTo(10);
    assertThat(read.agent("codex")).isEqualTo(AgentConfiguration.defaults());
  }

  @Test
  void named_tools_fall_back_only_to_agents_of_the_chain() throws Exception {
    assertThat(Configuration.defaults().chain())
        .containsExactly("gemini", "codex", "qwen", "claude", "direct");
    assertThat(read("tools: [claude, opencode]").chain())
        .containsExactly("claude", "opencode", "direct");
    assertThat(read("tools: [claude]\nfallback: [qwen]").chain()).containsExactly("qwen");
    Configuration ofSession =
        read("tools: [claude]").forSession(List.of("codex"), Optional.empty(), BudgetLimits.NONE);
    assertThat(ofSession.analysts()).containsExactly("codex");
    assertThat(ofSession.chain()).containsExactly("codex", "direct");
    assertThat(
            Configuration.defaults()
                .forSession(List.of(), Optional.empty(), BudgetLimits.NONE)
                .chain())
        .hasSize(5);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "slotss: 4 | 1 | unknown key; did you mean \"slots\"?",
        "slots: 4\\n---\\nslots: 5 | 3 | a second document begins here",
        "agents:\\n  mine:\\n    argv: [x,\\n      .inf] | 4 | '.inf' is not a number: quote text",
        "tools: [gemini]\\ntimeouts:\\n  analisys: 10m | 3 | did you mean \"analysis\"?",
        "agents:\\n  gemini:\\n    staleAfter: 9s | 3 | did you mean \"stale_after\"?",
        "frobnicate: true | 1 | known keys: agents",
        "slots: 0 | 1 | 0 is not between 1 and 256",
        "slots: many | 1 | slots: \"many\" has the wrong type: use a whole number",
        "budget:\\n  usd: lots | 2 | budget.usd: \"lots\" has the wrong type: use a number",
        "tools: {a: b} | 1 | a mapping has the wrong type: use a list",
        "agents: [gemini] | 1 | a list has the wrong type: use an object with keys and values",
        "notifications:\\n  webhooks: [{url: 'env:U', format: smoke}] | 2 | use one of ",
        "agents:\\n  mine: {argv: [x], write: perhaps} | 2 | use true or false",
        "agents:\\n  codex:\\n    slots: 65 | 3 | 65 is not between 1 and 64",
        "budget:\\n  calls: -1 | 2 | -1 is not between 1",
        "timeouts:\\n  analysis: soon | 2 | invalid duration",
        "timeouts:\\n  analysis: 99999999999999999999d | 2 | invalid duration",
        "timeouts:\\n  analysis: 2d | 2 | between 1s and 24h",
        "tools: [gemini, codx] | 1 | known agents: claude",
        "languages: [fr] | 1 | use en or zh",
        "agents:\\n  mine: {} | 2 | for example argv",
        "agents:\\n  mine: {type: gemni} | 2 | one of claude",
        "agents:\\n  gemini: {type: gemini, argv: [x]} | 2 | argv: is only for custom agents",
        "agents:\\n  mine: {type: custom} | 2 | needs its command line, for example argv: [my-agent",
        "agents:\\n  mine: {argv: ['']} | 2 | needs its command line",
        "agents:\\n  mine: {argv: []} | 2 | or its command line, for example argv",
        "agents:\\n  a/b: {argv: [x]} | 2 | a name is",
        "agents:\\n  mine: {argv: [x], output: xml} | 2 | text, json:/pointer",
        "agents:\\n  gemini: {extra_args: [-o, json]} | 2 | \"-o\" overrides what Conclave sets for gemini",
        "agents:\\n  qwen: {extra_args: [--output-format=text]} | 2 | remove it",
        "agents:\\n  mine: {type: claude, extra_args: [-p, x]} | 2 | Conclave sets for claude",
        "agents:\\n  codex: {extra_args: [--sandbox, read-only]} | 2 | remove it",
        "agents:\\n  opencode: {extra_args: [--model, x]} | 2 | set the model with model",
        "search:\\n  ace: {command: [x], url: y} | 2 | either command or url",
        "encryption: {key_id: a, keys: {b: 'env:B'}} | 1 | key_id must name one of keys",
        "slots: 1\\nslots: 2 | 2 | Duplicate",
        "tools: [gemini | 1 | expected",
        "- a\\n- b | 1 | expected keys and values",
        "agents:\\n  mine:\\n    argv: [x,\\n      ~] | 4 | agents.mine.argv.1: has no value: remove it, or quote it",
        "agents:\\n  mine:\\n    argv: [x]\\n    readable: ~ | 4 | agents.mine.readable: has no value: remove it, or quote it",
        "agents:\\n  mine:\\n    argv: [x]\\n    extra_env: {HOME: ~} | 4 | extra_env.HOME: has no value",
        "slots: 2.9 | 1 | slots: \"2.9\" has the wrong type: use a whole number",
        "tools: &all [gemini]\\nfallback: *all | 2 | fallback: is an alias, which is not supported: repeat the value",
      })
  void errors_are_reported_with_line_and_fix(String yaml, int line, String message) {
    assertThatThrownBy(() -> read(yaml.replace("\\n", "\n")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("config.yaml:" + line + ":")
        .hasMessageContaining(message);
  }

  @Test
  void a_text_stays_as_written_even_if_yaml_reads_a_number_or_boolean() throws IOException {
    AgentConfiguration mine =
        read("""
            agents:
              mine:
                argv: [x, 1.10, yes, 010, 0x10, 1e3, off, 2026-11-27, null x, "~", true]
                extra_env: {A: yes, B: 1.10, C: 010, D: off, E: 1_000}
                model: 4.10
            """)
            .agent("mine");

    assertThat(mine.argv())
        .containsExactly(
            "x", "1.10", "yes", "010", "0x10", "1e3", "off", "2026-11-27", "null x", "~", "true");
    assertThat(mine.extraEnv())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("A", "yes", "B", "1.10", "C", "010", "D", "off", "E", "1_000"));
    assertThat(mine.model()).contains("4.10");
  }

  @Test
  void a_named_file_must_exist_and_be_text() throws IOException {
    Path missing = home.resolve("none.yaml");
    Path latin =
        Files.write(home.resolve("latin.yaml"), "# é".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(
            () -> Configuration.load(Map.of("CONCLAVE_CONFIG", missing.toString()), home))
        .hasMessageContaining(missing.toString())
        .hasMessageContaining("does not exist");
    assertThatThrownBy(() -> Configuration.read(latin)).hasMessageContaining("UTF-8");
    assertThatThrownBy(() -> Configuration.read(home)).hasMessageContaining("regular file");
  }

  @Test
  void the_file_is_searched_where_the_environment_says() {
    assertThat(Configuration.file(Map.of(), home))
        .isEqualTo(home.resolve(".config/conclave/config.yaml"));
    assertThat(Configuration.file(Map.of("XDG_CONFIG_HOME", "/etc/xdg"), home))
        .isEqualTo(Path.of("/etc/xdg/conclave/config.yaml"));
  }

  private Configuration read(String yaml) throws IOException {
    return Configuration.read(Files.writeString(home.resolve("config.yaml"), yaml));
  }
}
