package dev.conclave.workflows.gate;

/** Who carries a plan out. */
public enum ExecutionMethod {
  AGENT,
  CODEX,
  AUTO
}
