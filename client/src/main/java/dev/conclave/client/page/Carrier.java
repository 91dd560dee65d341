package dev.conclave.client.page;

import dev.conclave.workflows.config.AgentProgram;
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
          Stream.of(AgentProgram.values())
              .map(AgentProgram::id)
              .collect(Collectors.joining(", "))
              .replaceFirst(", ", ", else the first installed of ");
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
  static Optional<AgentProgram> of(ExecutionMethod chosen, String searchPath) {
    return first(chosen == ExecutionMethod.CODEX ? "codex" : "", searchPath);
  }

  /** Who reviews the result, likewise; empty also when no review was chosen. */
  static Optional<AgentProgram> of(CodeReview chosen, String searchPath) {
    return switch (chosen) {
      case SKIP -> Optional.empty();
      case GEMINI -> first("gemini", searchPath);
      case CODEX -> first("codex", searchPath);
      case AGENT -> first("", searchPath);
    };
  }

  private static Optional<AgentProgram> first(String chosen, String searchPath) {
    return Stream.concat(AgentProgram.find(chosen).stream(), Stream.of(AgentProgram.values()))
        .filter(program -> isInstalled(program.id(), searchPath))
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
