package dev.conclave.client.page;

import dev.conclave.workflows.agentcli.AgentCli;
import dev.conclave.workflows.agentcli.AgentClis;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.gate.GateAnswer.CodeReview;
import dev.conclave.workflows.gate.GateAnswer.ExecutionMethod;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which installed agent CLI is proposed to carry out a plan, or to review the result. */
public final class Carrier {
  private Carrier() {}

  /** What a choice of who carries a plan out means, in a few words. */
  public static String behind(ExecutionMethod method) {
    return switch (method) {
      case AGENT ->
          AgentClis.ALL.get(0).name()
              + ", else the first installed of "
              + AgentClis.ALL.stream()
                  .skip(1)
                  .map(AgentCli::name)
                  .collect(Collectors.joining(", "));
      case CODEX -> "its own program";
      case AUTO -> "left to whoever carries it out";
    };
  }

  /**
   * Who carries a plan out: the one that the human chose, else the first that is installed; empty
   * when none is.
   *
   * @param searchPath folders of programs, as in PATH
   */
  static Optional<AgentCli> of(ExecutionMethod chosen, String searchPath) {
    return first(chosen == ExecutionMethod.CODEX ? "codex" : "", searchPath);
  }

  /** Who reviews the result, likewise; empty also when no review was chosen. */
  static Optional<AgentCli> of(CodeReview chosen, String searchPath) {
    return switch (chosen) {
      case SKIP -> Optional.empty();
      case GEMINI -> first("gemini", searchPath);
      case CODEX -> first("codex", searchPath);
      case AGENT -> first("", searchPath);
    };
  }

  private static Optional<AgentCli> first(String chosen, String searchPath) {
    return Stream.concat(AgentClis.find(chosen).stream(), AgentClis.ALL.stream())
        .filter(cli -> isInstalled(cli.program(Mode.WRITE), searchPath))
        .findFirst();
  }

  private static boolean isInstalled(String program, String searchPath) {
    return List.of(searchPath.split(File.pathSeparator, -1)).stream()
        .filter(folder -> !folder.isEmpty())
        .anyMatch(
            folder -> {
              try {
                Path file = Path.of(folder, program);
                return Files.isRegularFile(file) && Files.isExecutable(file);
              } catch (InvalidPathException e) {
                return false;
              }
            });
  }
}
