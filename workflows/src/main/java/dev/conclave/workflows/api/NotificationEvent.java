package dev.conclave.workflows.api;

/** What people are told of. */
public enum NotificationEvent {
  /** A gate has opened: the session awaits a human. */
  AWAITING,
  /** A part of the time until the deadline has passed. */
  REMINDER,
  /** The session is complete, saved, cancelled or failed. */
  ENDED,
  /** Somebody tries whether the webhooks work. */
  TEST
}
