package dev.conclave.workflows.plan;

/** Whether the analysts of a round are asked in parallel or one after another. */
public enum DiscussionMode {
  PARALLEL,
  SERIAL
}
