package dev.conclave.workflows.model;

/** How strictly an agent's program is isolated, strictest first. */
public enum SandboxLevel {
  /** Sees only its own files, its own processes and public addresses. */
  SANDBOXED,
  /** Acts as the user; its processes end with the call. */
  CONTAINED,
  /** Restricted only by the program's own flags. */
  OPEN
}
