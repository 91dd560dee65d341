package dev.conclave.workflows.agent;

/** Whether an agent may change the tree it works in. */
public enum Mode {
  ANALYSIS,
  WRITE
}
