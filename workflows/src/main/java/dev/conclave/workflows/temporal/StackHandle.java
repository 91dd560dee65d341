package dev.conclave.workflows.temporal;

/** A server and a worker that can be used now. */
public interface StackHandle extends AutoCloseable {

  /** How to reach the server. */
  ConnectionSettings settings();

  /**
   * Whether a session goes on when this process ends. False for the in-memory server, which serves
   * this process's one attached session and can neither list nor describe.
   */
  boolean outlivesThisProcess();

  /** Ends what lives in this process alone; background processes go on. */
  @Override
  void close();
}
