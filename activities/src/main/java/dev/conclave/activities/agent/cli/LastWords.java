package dev.conclave.activities.agent.cli;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a program that failed wrote to stderr, the reason before the rest: people are shown its
 * beginning, and programs say at the end why they ended.
 */
public final class LastWords {
  private static final Pattern REASON =
      Pattern.compile(
          "(?i)\\b\\w*(?:error|exception|fatal|panic|denied|refused|failed|limit|cannot|unable)\\b");

  /** Where Python's stack traces begin; what was raised stands at their end. */
  private static final Pattern TRACE = Pattern.compile("Traceback \\(most recent call last\\):");

  /** A frame of a stack trace: of Python, of Node or a JVM, of Go. */
  private static final Pattern FRAME =
      Pattern.compile(
          "\\s+File \".+\", line \\d+.*|\\s+at .*(?:\\(.*\\)|:\\d+)|goroutine \\d+ \\[.*");

  private LastWords() {}

  /**
   * The last line that names a reason, else the last line, followed by what else there is. Of a
   * stack trace nothing but what was thrown: the rest of it is for who reads the raw output.
   */
  public static String of(String stderr) {
    List<String> lines = stderr.lines().filter(line -> !line.isBlank()).toList();
    if (lines.size() < 2) {
      return stderr.strip();
    }
    Optional<String> raised = raised(lines);
    if (raised.isPresent()) {
      return raised.get();
    }
    int reason = reason(lines);
    if (lines.stream().anyMatch(line -> FRAME.matcher(line).matches())) {
      return lines.get(reason).strip();
    }
    String before = String.join("\n", lines.subList(0, reason));
    String after = String.join("\n", lines.subList(reason + 1, lines.size()));
    return lines.get(reason).strip()
        + (after.isEmpty() ? "" : "; then: " + after)
        + (before.isEmpty() ? "" : "; before it: " + before);
  }

  /** What the last of Python's traces was for; its name need not sound like an error. */
  private static Optional<String> raised(List<String> lines) {
    int trace = -1;
    for (int at = 0; at < lines.size(); at++) {
      trace = TRACE.matcher(lines.get(at)).matches() ? at : trace;
    }
    return trace < 0
        ? Optional.empty()
        : lines.stream()
            .skip(trace + 1L)
            .filter(line -> !Character.isWhitespace(line.charAt(0)))
            .findFirst()
            .map(String::strip);
  }

  private static int reason(List<String> lines) {
    for (int at = lines.size() - 1; at >= 0; at--) {
      // A frame of a stack trace is indented, and names errors without being one.
      String line = lines.get(at);
      if (!Character.isWhitespace(line.charAt(0)) && REASON.matcher(line).find()) {
        return at;
      }
    }
    return lines.size() - 1;
  }
}
