package dev.conclave.workflows.discussion;

/** Whether a cited place bears out what is said of it. */
public enum Evidence {
  VERIFIED,
  UNSUPPORTED,
  MISSING
}
