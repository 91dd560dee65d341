package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A line of a gate, in addition to its question.
 *
 * @param ref the id of its subject, such as a ledger entry; empty for none
 * @param text without the label
 */
public record Note(
    NoteKind kind,
    Severity severity,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String ref,
    String text) {

  /** The kinds of notes, each with its label in plain text. */
  public enum NoteKind {
    /** The subject of the gate; at most one, and first. */
    SUBJECT(""),
    RECOMMENDED("recommended: "),
    OPEN("open: "),
    SETTLED("settled: "),
    CONCLUSION("conclusion: "),
    ANSWERED("answered: "),
    DECIDED("decided: "),
    /** Earlier words of the human. */
    SAID(""),
    NEW_DIRECTION("new direction: "),
    /** A requested change to the plan. */
    WISH("requested with modify: "),
    AGAINST("against your decision: "),
    CONFLICT("conflict: "),
    UNCERTAIN(""),
    /** Only the built-in analyst answered. */
    DEGRADED(""),
    TASK(""),
    /** A command that would run, with its source; {@code ref} is its number. */
    COMMAND(""),
    /** How agent calls are throttled. */
    AGENT_CALLS("agent calls: "),
    SESSION(""),
    DETAIL("");

    private final String label;

    NoteKind(String label) {
      this.label = label;
    }
  }

  public enum Severity {
    INFO,
    WARNING
  }

  public static Note of(NoteKind kind, String text) {
    return new Note(kind, Severity.INFO, "", text);
  }

  public static Note of(NoteKind kind, String ref, String text) {
    return new Note(kind, Severity.INFO, ref, text);
  }

  public static Note subject(String text) {
    return of(NoteKind.SUBJECT, text);
  }

  public static Note detail(String text) {
    return of(NoteKind.DETAIL, text);
  }

  public static Note warning(NoteKind kind, String text) {
    return new Note(kind, Severity.WARNING, "", text);
  }

  public static Note warning(String text) {
    return warning(NoteKind.DETAIL, text);
  }

  public boolean warns() {
    return severity == Severity.WARNING;
  }

  public boolean is(NoteKind other) {
    return kind == other;
  }

  public String line() {
    return kind.label + text;
  }
}
