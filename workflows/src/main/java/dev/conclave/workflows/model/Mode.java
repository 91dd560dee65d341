package dev.conclave.workflows.model;

/** Whether an agent may change the tree it works in. */
public enum Mode {
  ANALYSIS,
  WRITE
}
