package dev.conclave.workflows.plan;

/** What happens when a session's deadline passes. */
public enum DeadlinePolicy {
  SAVE,
  CANCEL,
  APPROVE_FIRST
}
