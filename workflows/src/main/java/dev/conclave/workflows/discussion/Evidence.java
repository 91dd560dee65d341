package dev.conclave.workflows.discussion;

/** Whether a cited location exists. Whether the claim is true is for the analysts to judge. */
public enum Evidence {
  THERE,
  /** The file or the line does not exist. */
  MISSING
}
