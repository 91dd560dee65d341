package dev.conclave.workflows.discussion;

/** What was found at a cited place. Whether the claim itself is true is for the analysts to say. */
public enum Evidence {
  THERE,
  /** There is no such file, or no such line in it. */
  MISSING
}
