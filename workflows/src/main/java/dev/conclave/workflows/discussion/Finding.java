package dev.conclave.workflows.discussion;

import java.util.List;
import java.util.Locale;

/**
 * A reviewer's finding in a change.
 *
 * @param placed whether the change touches its file; if not, it is never critical
 * @param line from 1; 0 if not given
 * @param suggestion how to fix it; empty if not given
 * @param evidence locations, or {@code run: …} with a command and its output
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

  /** Returns the text of its ledger statement: severity, title, detail, suggestion. */
  public String statement() {
    String end = suggestion.isBlank() ? "" : " Suggestion: " + suggestion;
    return "(%s) %s: %s%s".formatted(severity.name().toLowerCase(Locale.ROOT), title, detail, end);
  }

  /** Returns the location as {@code file:line}, or only the file. */
  public String place() {
    return line > 0 ? file + ":" + line : file;
  }
}
