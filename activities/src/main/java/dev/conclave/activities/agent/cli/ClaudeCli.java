package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Claude Code, 2.1. */
final class ClaudeCli implements AgentCli {

  @Override
  public String program() {
    return "claude";
  }

  @Override
  public Set<String> inherits() {
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
  public CommandLine commandLine(CliCall call) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-p", "--output-format", "stream-json", "--verbose"));
    arguments.addAll(List.of("--include-partial-messages", "--no-session-persistence"));
    if (call.mode() == Mode.ANALYSIS) {
      arguments.addAll(List.of("--permission-mode", "plan", "--tools", "Read,Grep,Glob"));
      arguments.add("--strict-mcp-config");
    } else {
      arguments.addAll(List.of("--permission-mode", "acceptEdits"));
      arguments.addAll(List.of("--allowedTools", "Bash,Edit,Write,Read"));
    }
    call.configuration().model().ifPresent(model -> arguments.addAll(List.of("--model", model)));
    arguments.addAll(call.configuration().extraArgs());
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
  public OutputReader reader() {
    return new ClaudeReader();
  }

  @Override
  public String perspective() {
    return "architecture";
  }
}
