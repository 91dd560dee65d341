package dev.conclave.worker;

import dev.conclave.workflows.temporal.TemporalConnection;
import java.util.List;

/**
 * What a worker registers, by queue.
 *
 * @param workflows implementation types, on queue {@code conclave}
 * @param anyHost activities that any host can do, on queue {@code conclave}: opening a workspace by
 *     URL; left out by a worker that serves only its own host
 * @param thisHost activities that need this host's trees or documents, on queue {@code conclave@ID}
 * @param notifications the webhooks, on a queue of their own for this host
 * @param agentCalls the activities on the queue of every agent
 * @param orphans calls that an earlier worker left running
 */
public record Registrations(
    List<Class<?>> workflows,
    List<Object> anyHost,
    List<Object> thisHost,
    List<Object> notifications,
    List<Object> agentCalls,
    Orphans orphans) {
  public Registrations {
    workflows = List.copyOf(workflows);
    anyHost = List.copyOf(anyHost);
    thisHost = List.copyOf(thisHost);
    notifications = List.copyOf(notifications);
    agentCalls = List.copyOf(agentCalls);
  }

  /** Makes the registrations of a host that works for a server. */
  public interface Factory {
    Registrations on(HostContext host, TemporalConnection connection);
  }

  /** Calls that outlived their worker. */
  public interface Orphans {
    /** Ends those that no session waits for. */
    void sweep();

    /** Removes what nobody will look into again. */
    default void tidy() {}
  }
}
