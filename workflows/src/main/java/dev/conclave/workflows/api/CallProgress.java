package dev.conclave.workflows.api;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Heartbeat details of a running call.
 *
 * @param agent whose call it is: the Temporal UI names pending activities by type alone
 * @param pid of the process; 0 while there is none
 * @param adopted whether its process was started by an attempt that is gone
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
    long tokensIn,
    long tokensOut)
    implements CallProgressBuilder.With {

  public CallProgress {
    stage = stage == null ? CallStage.WORKING : stage;
  }

  public static CallProgress before(CallStage stage, String lastEvent) {
    return new CallProgress("", 0, 0, 0, lastEvent, stage, false, 0, 0, 0);
  }

  public enum CallStage {
    /** Its worker has taken it; it waits for one of the slots that all agents of the host share. */
    QUEUED,
    PREPARING,
    WORKING
  }
}
