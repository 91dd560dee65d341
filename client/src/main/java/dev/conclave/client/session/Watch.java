package dev.conclave.client.session;

import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.plan.SessionView;
import io.temporal.client.WorkflowExecutionDescription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Follows a session. It describes the session at every step, which costs no worker anything, and
 * queries it only when its history has grown. Not thread-safe.
 */
public final class Watch {
  /** How long a silent server or worker is waited for before the watch gives up. */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Session session;
  private final Hindrance hindrance;
  private final Duration pace;
  private final Duration patience;

  private String seenAt = "";
  private Optional<SessionView> seen = Optional.empty();

  /**
   * A watch.
   *
   * @param pace between two looks
   * @param patience see {@link #PATIENCE}
   */
  public Watch(Session session, Workers workers, Duration pace, Duration patience) {
    this.session = session;
    this.hindrance = new Hindrance(workers);
    this.pace = pace;
    this.patience = patience;
  }

  /**
   * Follows until a gate is open that takes answers, or until the session is over.
   *
   * @param viewer is shown every look
   * @throws InterruptedException when the thread is interrupted: the person leaves
   * @throws ServerException when server or worker stay silent for too long
   */
  public Snapshot untilGateOrEnd(Consumer<Snapshot> viewer) throws InterruptedException {
    long heard = System.nanoTime();
    while (true) {
      try {
        Snapshot now = look();
        heard = System.nanoTime();
        viewer.accept(now);
        if (now.closed().isPresent() || now.awaitsHuman()) {
          return now;
        }
      } catch (ServerException e) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (System.nanoTime() - heard > patience.toNanos()) {
          throw e;
        }
        tell(viewer, e);
      }
      Thread.sleep(pace.toMillis());
    }
  }

  /** One look. */
  public Snapshot look() {
    WorkflowExecutionDescription description = session.describe();
    SessionView view = view(description);
    return new Snapshot(
        view,
        session.live(description, view.live()),
        hindrance.of(description, view),
        Session.ended(description));
  }

  /** What was seen last still stands, but for the trouble. */
  private void tell(Consumer<Snapshot> viewer, ServerException trouble) {
    Optional<String> said = Optional.ofNullable(trouble.getMessage());
    seen.ifPresent(view -> viewer.accept(new Snapshot(view, List.of(), said, Optional.empty())));
  }

  private SessionView view(WorkflowExecutionDescription description) {
    String at =
        description.getExecution().getRunId()
            + " "
            + description.getHistoryLength()
            + " "
            + description.getStatus();
    if (seen.isEmpty() || !at.equals(seenAt)) {
      seen = Optional.of(session.state());
      seenAt = at;
    }
    return seen.get();
  }
}
