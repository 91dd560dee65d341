package dev.conclave.workflows.api;

/** Whether an agent may change the tree it works in. */
public enum Mode {
  ANALYSIS,
  WRITE
}
