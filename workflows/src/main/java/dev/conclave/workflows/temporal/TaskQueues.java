package dev.conclave.workflows.temporal;

/** The names of task queues. A host is named by its id ({@link HostId#id()}), never by its name. */
public final class TaskQueues {

  /** Workflows, and what any host can do. */
  public static final String WORKFLOWS = "conclave";

  private static final String FOLDERS = "/folders";

  private TaskQueues() {}

  /** What needs the trees or documents of a host. */
  public static String host(String hostId) {
    return WORKFLOWS + "@" + hostId;
  }

  /** Whether a host is there; nothing else is waited for on this queue. */
  public static String probe(String hostId) {
    return host(hostId) + "/probe";
  }

  /** Notifications, with slots of their own: a webhook that hangs delays no rules. */
  public static String notifications(String hostId) {
    return host(hostId) + "/notifications";
  }

  /** Session folders, with slots of their own: a slow disk delays no rules, nor they a folder. */
  public static String folders(String hostId) {
    return host(hostId) + FOLDERS;
  }

  /** Whether what goes to a queue is the whole state of a session. */
  static boolean takesStates(String queue) {
    return queue.endsWith(FOLDERS);
  }

  /** Checks of executions, with slots of their own: a test suite delays no rules. */
  public static String checks(String hostId) {
    return host(hostId) + "/checks";
  }

  /** The calls of one agent on a host, with slots of their own. */
  public static String agent(String hostId, String agent) {
    return host(hostId) + "/agents/" + agent;
  }
}
