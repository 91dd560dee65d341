package dev.conclave.activities.agent.cli.output;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a program that failed wrote to stderr, the reason before the rest: people are shown its
 * beginning, and programs say at the end why they ended.
 */
public final class LastWords {
  private static final Pattern REASON =
      Pattern.compile(
          "(?i)\\b\\w*(?:error|exception|fatal|panic|denied|refused|failed|limit|cannot|unable)\\b");

  private LastWords() {}

  /** The last line that names a reason, else the last line, followed by what came before it. */
  public static String of(String stderr) {
    List<String> lines = stderr.lines().filter(line -> !line.isBlank()).toList();
    if (lines.size() < 2) {
      return stderr.strip();
    }
    int reason = lines.size() - 1;
    for (int at = lines.size() - 1; at >= 0; at--) {
      // A frame of a stack trace is indented, and names errors without being one.
      String line = lines.get(at);
      if (!Character.isWhitespace(line.charAt(0)) && REASON.matcher(line).find()) {
        reason = at;
        break;
      }
    }
    String before = String.join("\n", lines.subList(0, reason));
    String after = String.join("\n", lines.subList(reason + 1, lines.size()));
    return lines.get(reason).strip()
        + (after.isEmpty() ? "" : "; then: " + after)
        + (before.isEmpty() ? "" : "; before it: " + before);
  }
}
