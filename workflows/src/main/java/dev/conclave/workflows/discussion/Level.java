package dev.conclave.workflows.discussion;

/** Low, medium or high: an effort, a risk. UNKNOWN when nobody said. */
public enum Level {
  LOW,
  MEDIUM,
  HIGH,
  UNKNOWN
}
