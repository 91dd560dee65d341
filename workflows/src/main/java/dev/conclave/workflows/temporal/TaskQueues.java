package dev.conclave.workflows.temporal;

/** Names of task queues. They use a host's id ({@link HostId#id()}), never its name. */
public final class TaskQueues {

  /** Workflows, and activities that any host can run. */
  public static final String WORKFLOWS = "conclave";

  private static final String FOLDERS = "/folders";

  private TaskQueues() {}

  /** Returns the queue for activities that need trees or documents of a host. */
  public static String host(String hostId) {
    return WORKFLOWS + "@" + hostId;
  }

  /** Returns the queue for liveness probes only. */
  public static String probe(String hostId) {
    return host(hostId) + "/probe";
  }

  /**
   * Returns the queue for notifications, with its own slots so that a hanging webhook does not
   * delay rules.
   */
  public static String notifications(String hostId) {
    return host(hostId) + "/notifications";
  }

  /**
   * Returns the queue for session folders, with its own slots so that a slow disk and the rules do
   * not delay each other.
   */
  public static String folders(String hostId) {
    return host(hostId) + FOLDERS;
  }

  /** Returns whether the queue receives whole states of sessions. */
  static boolean takesStates(String queue) {
    return queue.endsWith(FOLDERS);
  }

  /**
   * Returns the queue for checks of executions, with its own slots so that a test suite does not
   * delay rules.
   */
  public static String checks(String hostId) {
    return host(hostId) + "/checks";
  }

  /** Returns the queue for calls of one agent on a host, with its own slots. */
  public static String agent(String hostId, String agent) {
    return host(hostId) + "/agents/" + agent;
  }
}
