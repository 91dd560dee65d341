package dev.conclave.workflows.session;

import dev.conclave.workflows.temporal.ActivityProfile;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the session folder up with the session. Changes that come while a writing is under way
 * share the next one; the session never waits for it but before a hand-off and, shortly, at its
 * end.
 */
public final class Projection {
  private static final Duration AT_THE_END = Duration.ofSeconds(30);

  private final Session session;
  private final Hosting hosting;
  private long written = -1;
  private Optional<String> failure = Optional.empty();
  private Promise<Void> writing = Workflow.newPromise();

  public Projection(Session session, Hosting hosting) {
    this.session = session;
    this.hosting = hosting;
  }

  /** Starts writing whenever something changed; never returns to the caller's way. */
  public void start() {
    // Detached: a cancelled phase must not stop the folder from being written.
    Workflow.newDetachedCancellationScope(() -> writing = Async.procedure(this::loop)).run();
  }

  private void loop() {
    while (true) {
      Workflow.await(
          () -> session.whereabouts().workspace().isPresent() && session.revision() > written);
      write();
    }
  }

  private void write() {
    long revision = session.revision();
    try {
      long stands =
          hosting.call(
              SessionActivities.class,
              ActivityProfile.PROJECT,
              "write the session folder",
              folders ->
                  folders.project(
                      new ProjectionRequest(
                          session.id(), Workflow.getInfo().getRunId(), revision, session.kind())));
      note(revision, stands);
    } catch (ActivityFailure e) {
      notWritten(
          revision,
          e,
          e.getCause() instanceof ApplicationFailure application
              ? application.getOriginalMessage()
              : String.valueOf(e.getMessage()));
    } catch (ApplicationFailure e) {
      // No host is left to write it on.
      notWritten(revision, e, e.getOriginalMessage());
    }
  }

  /** What is newer than all that the session has come to was not written by it. */
  private void note(long revision, long stands) {
    boolean foreign = stands > session.revision();
    written = Math.max(written, foreign ? revision : Math.max(stands, revision));
    failure =
        foreign
            ? Optional.of("it stands at revision " + stands + ", which is none of this session's")
            : Optional.empty();
  }

  /** The folder is a projection: it can be written again, the session goes on without it. */
  private void notWritten(long revision, TemporalFailure e, String reason) {
    Workflow.getLogger(Projection.class)
        .warn("session folder not written at revision {}", revision, e);
    written = revision;
    failure = Optional.of(reason);
  }

  /** Waits until the folder shows everything. */
  public void awaitWritten() {
    long wanted = session.revision();
    // Writing never ends but by an error of ours, which must not be waited for in silence.
    Workflow.await(() -> written >= wanted || writing.isCompleted());
    if (writing.isCompleted()) {
      writing.get();
    }
  }

  /**
   * The same at the session's end, for at most half a minute: a sleeping host delays only files.
   */
  public void awaitWrittenAtEnd() {
    long wanted = session.revision();
    Patience.await(
        AT_THE_END,
        "at most so long for the session folder",
        () -> session.whereabouts().workspace().isEmpty() || written >= wanted);
    if (session.whereabouts().workspace().isPresent()
        && (written < wanted || failure.isPresent())) {
      session.note(
          "the session folder does not show the end, "
              + failure.orElse("its disk may be full or its host away")
              + "; `conclave export` writes it to another");
    }
  }

  /** Why the newest writing failed for good. */
  public Optional<String> failure() {
    return failure;
  }
}
