package dev.conclave.client.session;

import dev.conclave.client.session.Workers.Presence;
import dev.conclave.workflows.temporal.ServerException;
import io.temporal.client.WorkflowExecutionDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out which sessions of a listing wait for a host. */
public final class SleepingHosts {
  /** Each costs a call or two. */
  private static final int MOST_ASKED = 50;

  private final Sessions sessions;
  private final Workers workers;

  public SleepingHosts(Sessions sessions, Workers workers) {
    this.sessions = sessions;
    this.workers = workers;
  }

  /**
   * The same lines; of the newest that run and await no human, those that wait for a host say so.
   */
  public List<SessionLine> named(List<SessionLine> lines) {
    if (workers.ofWorkflows() != Presence.THERE) {
      return lines; // who would tell which host a session has?
    }
    List<SessionLine> named = new ArrayList<>();
    int asked = 0;
    for (SessionLine line : lines) {
      boolean ask = line.running() && !line.awaitsHuman() && asked++ < MOST_ASKED;
      named.add(ask ? hindrance(line).map(line::hinderedBy).orElse(line) : line);
    }
    return named;
  }

  private Optional<String> hindrance(SessionLine line) {
    Session session = sessions.get(line.id());
    try {
      WorkflowExecutionDescription description = session.describe();
      return Hindrance.suspected(description)
          ? new Hindrance(workers, session.converter()).of(description, session.state())
          : Optional.empty();
    } catch (Refusal | ServerException e) {
      return Optional.empty(); // it ended meanwhile, or nobody tells: its line stands as it is
    }
  }
}
