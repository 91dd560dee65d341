package dev.conclave.workflows.api;

/**
 * Heartbeat details of a running call.
 *
 * @param agent whose call it is: the Temporal UI names pending activities by type alone
 * @param pid of the process; 0 while there is none
 * @param seconds since it started
 * @param bytes printed so far
 * @param lastEvent the last event of its stream, in a few words
 * @param stage how far it has come
 * @param adopted whether its process was started by an attempt that is gone
 * @param quietSeconds since it printed last
 * @param tokensIn tokens read, as far as its stream has told
 * @param tokensOut tokens written, as far as its stream has told
 */
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
    long tokensOut) {

  public CallProgress {
    stage = stage == null ? CallStage.WORKING : stage;
  }

  /** A call without a process yet. */
  public static CallProgress before(CallStage stage, String lastEvent) {
    return new CallProgress("", 0, 0, 0, lastEvent, stage, false, 0, 0, 0);
  }

  /** The same, of this agent's call. */
  public CallProgress of(String whose) {
    return new CallProgress(
        whose, pid, seconds, bytes, lastEvent, stage, adopted, quietSeconds, tokensIn, tokensOut);
  }

  /** How far a running call has come. */
  public enum CallStage {
    /** Its worker has taken it; it waits for one of the slots that all agents of the host share. */
    QUEUED,
    /** Its folder and its prompt are made. */
    PREPARING,
    /** The agent works. */
    WORKING
  }
}
