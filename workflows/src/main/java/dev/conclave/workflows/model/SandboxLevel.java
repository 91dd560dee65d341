package dev.conclave.workflows.model;

/** What holds a program back that an agent's call runs, from the most to the least. */
public enum SandboxLevel {
  /** It sees its own files, its own processes and public addresses. */
  SANDBOXED,
  /** Its processes end with the call; it acts as the user. */
  CONTAINED,
  /** Nothing but the program's own flags. */
  OPEN
}
