package dev.conclave.workflows.host;

/**
 * The type strings of failures that cross Temporal; those of agent calls are {@code
 * FailureKind.type()}.
 */
public final class FailureTypes {

  /** A record too large for history; never retried. */
  public static final String OVERSIZED = "oversized-record";

  private FailureTypes() {}
}
