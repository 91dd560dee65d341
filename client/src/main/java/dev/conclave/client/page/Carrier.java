package dev.conclave.client.page;

import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.temporal.ShellWord;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An agent's program that can be given a plan to carry out, or what came of it to review. Without
 * the flags of their write mode the programs refuse to write, or ask where nobody is asked.
 */
public enum Carrier {
  CLAUDE(
      "claude",
      "claude -p %s --permission-mode acceptEdits --allowedTools Bash,Edit,Write,Read",
      "claude -p %s --tools Read,Grep,Glob,Bash"
          + " --allowedTools 'Read,Grep,Glob,Bash(git diff:*),Bash(git status:*)'"),
  CODEX(
      "codex",
      "codex exec -s workspace-write --skip-git-repo-check %s",
      "codex exec -s read-only --skip-git-repo-check %s"),
  GEMINI(
      "gemini",
      "gemini --approval-mode yolo --skip-trust -p %s",
      "gemini --approval-mode plan --skip-trust -p %s"),
  QWEN("qwen", "qwen --approval-mode yolo -p %s", "qwen --approval-mode plan -p %s"),
  OPENCODE(
      "opencode",
      "opencode run --agent build --auto %s",
      "OPENCODE_PERMISSION='{\"edit\":\"deny\",\"bash\":\"deny\"}' opencode run --agent plan %s");

  private final String program;
  private final String write;
  private final String review;

  Carrier(String program, String write, String review) {
    this.program = program;
    this.write = write;
    this.review = review;
  }

  /**
   * Who carries a plan out: the one that the human chose, else the first that is installed; empty
   * when none is.
   *
   * @param searchPath folders of programs, as in PATH
   */
  static Optional<Carrier> of(ExecutionMethod chosen, String searchPath) {
    return first(chosen == ExecutionMethod.CODEX ? Stream.of(CODEX) : Stream.empty(), searchPath);
  }

  /** Who reviews what came of it, likewise; empty also when no review was chosen. */
  static Optional<Carrier> of(CodeReview chosen, String searchPath) {
    return switch (chosen) {
      case SKIP -> Optional.empty();
      case GEMINI -> first(Stream.of(GEMINI), searchPath);
      case CODEX -> first(Stream.of(CODEX), searchPath);
      case AGENT -> first(Stream.empty(), searchPath);
    };
  }

  private static Optional<Carrier> first(Stream<Carrier> chosen, String searchPath) {
    return Stream.concat(chosen, Stream.of(values()))
        .filter(carrier -> carrier.installed(searchPath))
        .findFirst();
  }

  /** The command line that may change the folder in which it is called. */
  String writing(String prompt) {
    return write.formatted(ShellWord.of(prompt));
  }

  /** The command line that only reads there. */
  String reviewing(String prompt) {
    return review.formatted(ShellWord.of(prompt));
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
