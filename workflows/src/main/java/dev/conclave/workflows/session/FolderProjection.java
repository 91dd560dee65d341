package dev.conclave.workflows.session;

import dev.conclave.workflows.temporal.ActivityProfile;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
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
public final class FolderProjection {
  private static final Duration AT_THE_END = Duration.ofSeconds(30);

  private final SessionState<?> session;
  private final HostCalls host;
  private long written = -1;
  private Optional<String> failure = Optional.empty();
  private Promise<Void> writing = Workflow.newPromise();

  FolderProjection(SessionState<?> session, HostCalls host) {
    this.session = session;
    this.host = host;
  }

  /** Starts a thread that writes whenever something has changed. */
  void start() {
    // Detached: a cancelled phase must not stop the folder from being written.
    Workflow.newDetachedCancellationScope(() -> writing = Async.procedure(this::loop)).run();
  }

  private void loop() {
    while (true) {
      Workflow.await(() -> session.workspace().isPresent() && session.revision() > written);
      write();
    }
  }

  private void write() {
    long revision = session.revision();
    try {
      long stands =
          host.call(
              SessionActivities.class,
              ActivityProfile.PROJECT,
              "write the session folder",
              folders ->
                  folders.project(
                      new ProjectionRequest(
                          session.session(),
                          Workflow.getInfo().getRunId(),
                          revision,
                          session.kind())));
      // What is newer than all that the session has come to was not written by it.
      boolean foreign = stands > session.revision();
      written = Math.max(written, foreign ? revision : Math.max(stands, revision));
      failure =
          foreign
              ? Optional.of("it stands at revision " + stands + ", which is none of this session's")
              : Optional.empty();
    } catch (ActivityFailure | ApplicationFailure e) {
      // The folder is a projection: it can be written again, the session goes on without it.
      Workflow.getLogger(FolderProjection.class)
          .warn("session folder not written at revision {}", revision, e);
      written = revision;
      failure = Optional.of(HostCalls.reason(e));
    }
  }

  /** Waits until the folder shows everything; returns why its newest writing failed for good. */
  public Optional<String> awaitWritten() {
    long wanted = session.revision();
    // Writing never ends but by an error of ours, which must not be waited for in silence.
    Workflow.await(() -> written >= wanted || writing.isCompleted());
    if (writing.isCompleted()) {
      writing.get();
    }
    return failure;
  }

  /**
   * The same at the session's end, for at most half a minute: a sleeping host delays only files.
   */
  void awaitWrittenAtEnd() {
    if (session.workspace().isEmpty()) {
      return;
    }
    long wanted = session.revision();
    Waits.atMost(AT_THE_END, "at most so long for the session folder", () -> written >= wanted);
    if (written < wanted || failure.isPresent()) {
      session.note(
          "the session folder does not show the end, "
              + failure.orElse("its disk may be full or its host away")
              + "; `conclave export` writes it to another");
    }
  }
}
