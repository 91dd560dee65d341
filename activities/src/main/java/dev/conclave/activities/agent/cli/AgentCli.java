package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** One kind of agent program: how it is asked, and what its output means. Stateless. */
public sealed interface AgentCli
    permits GeminiCli, CodexCli, QwenCli, ClaudeCli, OpencodeCli, CustomCli {

  /** The program's usual name on PATH. */
  String program();

  /** The program for a mode. */
  default String program(Mode mode) {
    return program();
  }

  /** Names of variables that the child inherits from us beside {@link ChildEnvironment#COMMON}. */
  Set<String> inherits();

  /**
   * The command line for a call; may write settings of ours.
   *
   * @throws IOException when those settings cannot be written
   */
  CommandLine commandLine(CliCall call) throws IOException;

  /** A reader for one call's stdout. */
  OutputReader reader();

  /** What the perspective of an analyst is by default. */
  String perspective();

  /** What an exit code tells of the HTTP status behind a failure. */
  default Optional<Integer> statusOfExit(int exit) {
    return Optional.empty();
  }

  /** Whether a whole stream ends with an event that says so. */
  default boolean endsWithEvent() {
    return true;
  }

  /** Whether {@code --version} may be asked; a program of which we know nothing may do anything. */
  default boolean tellsVersion() {
    return true;
  }

  /** Whether there is a command line for write mode. */
  default boolean canWrite() {
    return true;
  }

  /**
   * The adapter for an agent.
   *
   * @throws IllegalArgumentException when there is none, or a custom one is incomplete; the message
   *     names the configuration key
   */
  static AgentCli of(String agent, AgentConfiguration configuration) {
    return switch (configuration.typeFor(agent)) {
      case "gemini" -> new GeminiCli();
      case "codex" -> new CodexCli();
      case "qwen" -> new QwenCli();
      case "claude" -> new ClaudeCli();
      case "opencode" -> new OpencodeCli();
      case "custom" -> CustomCli.of(agent, configuration);
      default ->
          throw new IllegalArgumentException(
              "agent \""
                  + agent
                  + "\" is not known; set agents."
                  + agent
                  + ".argv to its command line, or agents."
                  + agent
                  + ".type to gemini, codex, qwen, claude or opencode");
    };
  }
}
