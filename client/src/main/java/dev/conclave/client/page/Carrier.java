package dev.conclave.client.page;

import dev.conclave.workflows.gate.ExecutionMethod;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An agent's program that can be given a plan to carry out. */
public enum Carrier {
  CLAUDE("claude", "claude -p"),
  CODEX("codex", "codex exec"),
  GEMINI("gemini", "gemini -p"),
  QWEN("qwen", "qwen -p");

  private final String program;
  private final String command;

  Carrier(String program, String command) {
    this.program = program;
    this.command = command;
  }

  /** What stands behind a choice of who carries a plan out, in a few words. */
  public static String behind(ExecutionMethod method) {
    List<String> others = Stream.of(values()).skip(1).map(carrier -> carrier.program).toList();
    return switch (method) {
      case AGENT -> CLAUDE.program + ", else the first installed of " + String.join(", ", others);
      case CODEX -> "its own program";
      case AUTO -> "left to whoever carries it out";
    };
  }

  /**
   * How the one is called that the human chose, else the first that is installed; empty when none
   * is.
   *
   * @param searchPath folders of programs, as in PATH
   */
  static Optional<String> command(ExecutionMethod chosen, String searchPath) {
    Stream<Carrier> first = chosen == ExecutionMethod.CODEX ? Stream.of(CODEX) : Stream.empty();
    return Stream.concat(first, Stream.of(values()))
        .filter(carrier -> carrier.installed(searchPath))
        .map(carrier -> carrier.command)
        .findFirst();
  }

  private boolean installed(String searchPath) {
    return List.of(searchPath.split(File.pathSeparator, -1)).stream()
        .filter(folder -> !folder.isEmpty())
        .anyMatch(this::isIn);
  }

  private boolean isIn(String folder) {
    try {
      Path file = Path.of(folder, program);
      return Files.isRegularFile(file) && Files.isExecutable(file);
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
