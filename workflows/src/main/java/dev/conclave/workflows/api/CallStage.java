package dev.conclave.workflows.api;

/** How far a running call has come. */
public enum CallStage {
  /** Its worker has taken it; it waits for one of the slots that all agents of the host share. */
  QUEUED,
  /** Its folder and its prompt are made. */
  PREPARING,
  /** The agent works. */
  WORKING
}
