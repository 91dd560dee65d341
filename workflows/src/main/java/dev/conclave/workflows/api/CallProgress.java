package dev.conclave.workflows.api;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Heartbeat details of a running call.
 *
 * @param agent included because the Temporal UI shows only the type of a pending activity
 * @param pid 0 before the process starts
 * @param adopted whether an earlier attempt started the process
 * @param quietLimit seconds without output after which the call is ended; 0 for no limit
 */
@RecordBuilder
public record CallProgress(
    String agent,
    long pid,
    long seconds,
    long bytes,
    String lastEvent,
    CallStage stage,
    boolean adopted,
    long quietSeconds,
    long quietLimit,
    long tokensIn,
    long tokensOut)
    implements CallProgressBuilder.With {

  public CallProgress {
    stage = stage == null ? CallStage.WORKING : stage;
  }

  public static CallProgress before(CallStage stage, String lastEvent) {
    return new CallProgress("", 0, 0, 0, lastEvent, stage, false, 0, 0, 0, 0);
  }

  public enum CallStage {
    /** Picked up by a worker; waiting for a slot shared by all agents of the host. */
    QUEUED,
    PREPARING,
    WORKING
  }
}
