package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A line that a gate shows beside what it asks.
 *
 * @param ref the id of what it is about, such as an entry of the ledger; empty for none
 * @param text without the label of its kind
 */
public record Note(
    NoteKind kind,
    Severity severity,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String ref,
    String text) {

  /** What a note says of the gate, with the label that it has in a line of plain text. */
  public enum NoteKind {
    /** What the gate is about: at most one, the first. */
    SUBJECT(""),
    RECOMMENDED("recommended: "),
    /** A conflict or a point that nobody has settled. */
    OPEN("open: "),
    SETTLED("settled: "),
    CONCLUSION("conclusion: "),
    /** What was found for the human's question. */
    ANSWERED("answered: "),
    DECIDED("decided: "),
    /** The human's own words of before. */
    SAID(""),
    NEW_DIRECTION("new direction: "),
    /** A wish that the plan should honour. */
    WISH("asked with modify: "),
    AGAINST("against your decision: "),
    /** What the conflict is. */
    CONFLICT("conflict: "),
    UNCERTAIN(""),
    /** Only the built-in analyst answered. */
    DEGRADED(""),
    TASK(""),
    /** A command that would run, with where it comes from; {@code ref} is its number. */
    COMMAND(""),
    /** How the calls of agents are held back. */
    AGENT_CALLS("agent calls: "),
    /** What the session noted since a human was last asked. */
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

  /** What the human should know. */
  public static Note of(NoteKind kind, String text) {
    return new Note(kind, Severity.INFO, "", text);
  }

  /** The same about an entry of the ledger. */
  public static Note of(NoteKind kind, String ref, String text) {
    return new Note(kind, Severity.INFO, ref, text);
  }

  /** What the human should beware of. */
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

  /** It as one line of plain text. */
  public String line() {
    return kind.label + text;
  }
}
