package dev.conclave.workflows.discussion;

import java.util.List;
import java.util.Locale;

/**
 * A fault that a reviewer reports in a change.
 *
 * @param placed whether the change touches its file; what is not placed is never critical
 * @param line from 1; 0 where no line was given
 * @param suggestion how to mend it; empty when the reviewer gave none
 * @param evidence places, or {@code run: …} with what was run and what came out
 */
public record Finding(
    Severity severity,
    boolean placed,
    String file,
    int line,
    String title,
    String detail,
    String suggestion,
    List<String> evidence) {

  /** The finding as a statement of the ledger: severity, title, detail and suggestion. */
  public String statement() {
    String end = suggestion.isBlank() ? "" : " Suggestion: " + suggestion;
    return "(%s) %s: %s%s".formatted(severity.name().toLowerCase(Locale.ROOT), title, detail, end);
  }

  /** The place as {@code file:line}, or the file alone. */
  public String place() {
    return line > 0 ? file + ":" + line : file;
  }
}
