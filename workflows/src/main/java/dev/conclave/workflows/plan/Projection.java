package dev.conclave.workflows.plan;

import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionActivities;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the session folder up with the session. Changes that come while a writing is under way
 * share the next one; the session never waits for it but before a hand-off and, shortly, at its
 * end.
 */
final class Projection {
  private static final Duration AT_THE_END = Duration.ofSeconds(30);

  private final Session session;
  private long written = -1;
  private Optional<String> failure = Optional.empty();

  Projection(Session session) {
    this.session = session;
  }

  /** Starts writing whenever something changed; never returns to the caller's way. */
  void start() {
    // Detached: a cancelled phase must not stop the folder from being written.
    CancellationScope scope =
        Workflow.newDetachedCancellationScope(() -> Async.procedure(this::loop));
    scope.run();
  }

  private void loop() {
    while (true) {
      Workflow.await(() -> session.workspace.isPresent() && session.revision() > written);
      write();
    }
  }

  private void write() {
    long revision = session.revision();
    try {
      long stands =
          Workflow.newActivityStub(
                  SessionActivities.class,
                  ActivityProfile.PROJECT.on(
                      TaskQueues.host(session.openWorkspace().host()), "write the session folder"))
              .project(new ProjectionRequest(session.id, Workflow.getInfo().getRunId(), revision));
      written = Math.max(written, Math.max(stands, revision));
      failure = Optional.empty();
    } catch (ActivityFailure e) {
      // The folder is a projection: it can be written again, the session goes on without it.
      Workflow.getLogger(Projection.class)
          .warn("session folder not written at revision {}", revision, e);
      written = revision;
      failure =
          Optional.of(
              e.getCause() instanceof ApplicationFailure application
                  ? application.getOriginalMessage()
                  : String.valueOf(e.getMessage()));
    }
  }

  /** Waits until the folder shows everything. */
  void awaitWritten() {
    long wanted = session.revision();
    Workflow.await(() -> written >= wanted || CancellationScope.current().isCancelRequested());
  }

  /**
   * The same at the session's end, for at most half a minute: a sleeping host delays only files.
   */
  void awaitWrittenAtEnd() {
    long wanted = session.revision();
    Patience.await(
        AT_THE_END,
        "at most so long for the session folder",
        () -> session.workspace.isEmpty() || written >= wanted);
  }

  /** Why the newest writing failed for good. */
  Optional<String> failure() {
    return failure;
  }
}
