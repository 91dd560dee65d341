package dev.conclave.workflows.discussion;

/** A level of effort or risk; UNKNOWN if not given. */
public enum Level {
  LOW,
  MEDIUM,
  HIGH,
  UNKNOWN
}
