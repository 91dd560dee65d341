package dev.conclave.workflows.gate;

/** What became of an answer. */
public enum AnswerOutcome {
  /** The session goes on with it. */
  ACCEPTED,
  /** Taken, but what needs the workspace is not checked yet. */
  PENDING,
  /** The workspace had changed; a new gate says what. */
  REOPENED,
  /** It was sent before; its first outcome holds. */
  REPEATED
}
