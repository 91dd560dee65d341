package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.Resources;
import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.OutputReader;
import dev.conclave.activities.agent.cli.OutputReader.CliOutput;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of recorded streams of the real programs with their exit codes. */
class RecordedStreamsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "qwen", "claude", "opencode"})
  void a_complete_stream_yields_answer_and_usage(String agent) throws Exception {
    CliOutput output = read(agent, "ok").output();

    assertThat(output.answer())
        .isEqualTo("{\"feasibility_score\": 0.8, \"findings\": [\"a finding\"]}");
    assertThat(output.tokensIn()).isEqualTo(120);
    assertThat(output.tokensOut()).isEqualTo(34);
    assertThat(output.complete()).isTrue();
    assertThat(output.error()).isEmpty();
    assertThat(verdict(agent, output, new CallEnding(0, null))).isEmpty();
    assertThat(verdict(agent, output, CallEnding.killed(CallEnding.Reason.CANCELLED))).isPresent();
    for (CallEnding late :
        List.of(
            CallEnding.killed(CallEnding.Reason.ANSWERED),
            CallEnding.killed(CallEnding.Reason.WALL_CLOCK),
            new CallEnding(1, null))) {
      assertThat(verdict(agent, output, late)).as("what it told is whole").isEmpty();
    }
    assertThat(verdict(agent, output, new CallEnding(null, null))).isEmpty();
  }

  @Test
  void claude_reports_progress_while_it_works() {
    OutputReader reader = AgentCli.of("claude", AgentConfiguration.defaults()).reader();
    reader.line(
        """
        {"type":"assistant","message":{"content":[{"type":"tool_use","name":"Read","input":{"file_path":"src/server.py"}}]}}""");
    assertThat(reader.lastEvent()).isEqualTo("reading src/server.py");
    reader.line(
        """
        {"type":"stream_event","event":{"type":"content_block_delta","delta":{"text":"It"}}}""");
    assertThat(reader.lastEvent()).isEqualTo("writing, 2 characters");
  }

  @ParameterizedTest
  @CsvSource({
    "gemini, 401, 145, NOT_AUTHENTICATED",
    "gemini, 429, 173, RATE_LIMITED",
    "gemini, empty, 0, EMPTY_REPLY",
    "gemini, drop, 0, UNAVAILABLE",
    "codex, 401, 1, NOT_AUTHENTICATED",
    "codex, 429, 1, RATE_LIMITED",
    "codex, 503, 1, UNAVAILABLE",
    "codex, empty, 0, EMPTY_REPLY",
    "codex, drop, 1, UNAVAILABLE",
    "qwen, 401, 0, NOT_AUTHENTICATED",
    "qwen, empty, 0, EMPTY_REPLY",
    "qwen, drop, 0, UNAVAILABLE",
    "claude, 401, 1, NOT_AUTHENTICATED",
    "claude, 503, 1, UNAVAILABLE",
    "claude, empty, 0, EMPTY_REPLY",
    "claude, drop, 1, UNAVAILABLE",
    "opencode, 401, 1, NOT_AUTHENTICATED",
    "opencode, empty, 0, EMPTY_REPLY",
  })
  void a_failure_is_recognised_whatever_the_exit_code(
      String agent, String scenario, int exit, FailureKind kind) throws Exception {
    CliOutput output = read(agent, scenario).output();

    assertThat(verdict(agent, output, new CallEnding(exit, null)))
        .map(AgentFailure::kind)
        .contains(kind);
  }

  @Test
  void a_rate_limited_stream_is_hopeless_and_names_the_reset_time() throws Exception {
    OutputReader reader = read("claude", "429");
    assertThat(reader.hasGivenUp()).isTrue();

    Optional<AgentFailure> verdict =
        verdict("claude", reader.output(), CallEnding.killed(CallEnding.Reason.GAVE_UP));

    assertThat(verdict.orElseThrow().kind()).isEqualTo(FailureKind.RATE_LIMITED);
    assertThat(verdict.orElseThrow().resetAt()).contains(NOW.plusSeconds(30));
  }

  @Test
  void codex_may_reconnect_once_but_not_for_minutes() throws Exception {
    assertThat(read("codex", "503").hasGivenUp()).isTrue();
    assertThat(read("codex", "ok").hasGivenUp()).isFalse();
    assertThat(read("claude", "503").hasGivenUp()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "qwen", "claude", "opencode"})
  void a_truncated_stream_is_not_an_answer(String agent) throws Exception {
    String whole = text(agent, "ok");
    String cut = whole.substring(0, whole.strip().lastIndexOf('\n') + 20);
    OutputReader reader = AgentCli.of(agent, AgentConfiguration.defaults()).reader();
    cut.lines().forEach(reader::line);

    CliOutput output = reader.output();

    assertThat(verdict(agent, output, new CallEnding(null, null)))
        .map(AgentFailure::kind)
        .contains(FailureKind.FAILED);
  }

  @Test
  void noise_and_unknown_bytes_between_events_are_skipped() throws Exception {
    OutputReader reader = AgentCli.of("gemini", AgentConfiguration.defaults()).reader();
    reader.line("Loaded cached credentials.");
    reader.line("{ not json");
    reader.line("\ufffd\ufffd");
    reader.line("{\"type\":7}");
    List<String> lines = text("gemini", "ok").lines().toList();
    List<String> noise = List.of("\ufeff", "\u001b]0;gemini\u0007", "data: ", "Ready {1} ");
    for (int i = 0; i < lines.size(); i++) {
      reader.line(noise.get(i % noise.size()) + lines.get(i));
    }

    assertThat(reader.output().answer()).contains("a finding");
    assertThat(reader.output().tokensIn()).isEqualTo(120);
    assertThat(reader.output().noise())
        .isEqualTo("Loaded cached credentials.\n{ not json\n\ufffd\ufffd");
  }

  @Test
  void the_failure_kind_is_read_only_from_the_displayed_line() {
    assertThat(ended(1, "Loaded cached credentials.", "TypeError: no property 'x'"))
        .isEqualTo("FAILED exit 1: TypeError: no property 'x'");
    assertThat(
            ended(2, "models cache refresh timed out, using the old one", "Error: unknown option"))
        .isEqualTo("FAILED exit 2: Error: unknown option");
    assertThat(ended(0, "You've hit your session limit · resets 11pm"))
        .startsWith("RATE_LIMITED instead of an answer it printed: You've hit");
    assertThat(ended(0, "Welcome!", "No model is configured"))
        .isEqualTo("EMPTY_REPLY it ended without an answer; last output: No model is configured");
  }

  private static String ended(int exit, String... printed) {
    OutputReader reader = AgentCli.of("claude", AgentConfiguration.defaults()).reader();
    List.of(printed).forEach(reader::line);
    CallEnding ending = new CallEnding(exit, null);
    return verdict("claude", reader.output(), ending)
        .map(why -> why.kind() + " " + why.message())
        .orElse("");
  }

  @Test
  void the_last_of_two_results_reports_the_total_cost() {
    OutputReader reader = AgentCli.of("claude", AgentConfiguration.defaults()).reader();
    for (String usd : List.of("0.5", "1.0")) {
      reader.line(
          "{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"a\",\"total_cost_usd\":%s}"
              .formatted(usd));
    }
    assertThat(reader.output().costUsd()).isEqualTo(1.0);
  }

  @Test
  void a_missing_interpreter_is_reported_as_not_installed() {
    CliOutput nothing = AgentCli.of("gemini", AgentConfiguration.defaults()).reader().output();

    assertThat(verdict("gemini", nothing, new CallEnding(127, null)))
        .map(AgentFailure::kind)
        .contains(FailureKind.NOT_INSTALLED);
    assertThat(verdict("gemini", nothing, new CallEnding(41, null)))
        .map(AgentFailure::kind)
        .contains(FailureKind.NOT_AUTHENTICATED);
  }

  private static Optional<AgentFailure> verdict(String agent, CliOutput output, CallEnding ending) {
    CallWatch.CallLimits limits =
        new CallWatch.CallLimits(Duration.ofMinutes(10), Duration.ofMinutes(3), 1 << 20);
    AgentCli cli = AgentCli.of(agent, AgentConfiguration.defaults());
    return Optional.ofNullable(
        CallResult.judge(cli, limits, Mode.ANALYSIS, NOW, ending, output, ""));
  }

  private static OutputReader read(String agent, String scenario) throws Exception {
    OutputReader reader = AgentCli.of(agent, AgentConfiguration.defaults()).reader();
    text(agent, scenario).lines().forEach(reader::line);
    return reader;
  }

  private static String text(String agent, String scenario) {
    return Resources.text("agent-streams/" + agent + "-" + scenario + ".jsonl");
  }
}
