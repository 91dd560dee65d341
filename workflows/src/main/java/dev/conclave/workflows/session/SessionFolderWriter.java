package dev.conclave.workflows.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the session folder from the state, once per gate and between phases of work. The session
 * waits for it only before a hand-off and, briefly, at its end.
 */
public final class SessionFolderWriter {
  private static final String SUMMARY = "write the session folder";
  private final SessionState<?> state;
  private final HostCalls host;
  private long wanted;
  private long written;
  private Optional<String> shownGate = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private Promise<Void> loop = Workflow.newPromise();

  /** The phase to write to files instead of the running one, which only writes them. */
  private @Nullable Enum<?> end;

  private boolean endIsWritten;

  SessionFolderWriter(SessionState<?> state, HostCalls host) {
    this.state = state;
    this.host = host;
  }

  /** Requests that the current state be written. */
  void refresh() {
    wanted = state.revision();
  }

  /** Starts the thread that writes on request and at new gates. */
  void start() {
    // Detached, so that a cancelled phase does not stop the writing.
    Workflow.newDetachedCancellationScope(() -> loop = Async.procedure(this::loop)).run();
  }

  private void loop() {
    while (true) {
      Workflow.await(
          () ->
              !state.closed()
                  && state.workspace().isPresent()
                  && (wanted > written || isAtNewGate()));
      write(false);
    }
  }

  /** Returns the open gate, on the host that has the folder. */
  private Optional<String> gate() {
    return state.gates().open().map(gate -> gate.id() + "@" + state.requireWorkspace().host());
  }

  private boolean isAtNewGate() {
    return gate().isPresent() && !gate().equals(shownGate);
  }

  private void write(boolean last) {
    long revision = state.revision();
    shownGate = gate();
    try {
      long folderRevision =
          last
              ? host.atTheEnd(SessionActivities.class, ActivityProfile.PROJECT, SUMMARY)
                  .project(request(Optional.empty()))
              : host.call(
                  SessionActivities.class,
                  ActivityProfile.PROJECT,
                  SUMMARY,
                  folders -> folders.project(request(Optional.empty())));
      // A revision newer than the session's own was written by another session.
      boolean foreign = folderRevision > state.revision();
      written = Math.max(written, foreign ? revision : Math.max(folderRevision, revision));
      failure =
          foreign
              ? Optional.of("it already holds revision " + folderRevision + " of another session")
              : Optional.empty();
    } catch (TemporalFailure e) {
      // The folder is a projection: the session continues, and it can be written again.
      Workflow.getLogger(SessionFolderWriter.class)
          .warn("session folder not written at revision {}", revision, e);
      written = revision;
      failure =
          HostCalls.failureMessage(e)
              .or(() -> last ? Optional.empty() : Optional.of(HostCalls.reason(e)))
              .or(() -> Optional.of("its disk may be full or its host unavailable"));
    }
  }

  /**
   * Writes the folder as it will be when the session has ended in this phase, and waits for that.
   *
   * @return why it failed permanently
   */
  public Optional<String> awaitEnd(Enum<?> phase) {
    end = phase;
    try {
      state.touch();
      refresh();
      // The loop only ends on a bug; fail then instead of waiting forever.
      Workflow.await(() -> written >= wanted || loop.isCompleted());
      if (loop.isCompleted()) {
        loop.get();
      }
      endIsWritten = failure.isEmpty();
      return failure;
    } finally {
      end = null;
    }
  }

  /** Writes the folder's files to a new place; returns why that was refused. */
  public Optional<String> export(String target) {
    try {
      host.call(
          SessionActivities.class,
          ActivityProfile.PROJECT,
          "export to " + Cut.shorten(target, 60),
          folders -> folders.project(request(Optional.of(target))));
      return Optional.empty();
    } catch (ActivityFailure e) {
      HostCalls.throwIfCancelled();
      return Optional.of(HostCalls.reason(e));
    }
  }

  private ProjectionRequest request(Optional<String> target) {
    ObjectNode json = WireMapper.get().valueToTree(state);
    if (end != null) {
      json.put("phase", Words.of(end));
    }
    return new ProjectionRequest(
        state.session(),
        Workflow.getInfo().getRunId(),
        state.revision(),
        state.kind().type(),
        target,
        json);
  }

  /** Writes the session's end, for at most half a minute. An earlier write never overwrites it. */
  void writeEnd() {
    if (state.workspace().isPresent() && !endIsWritten) {
      write(true);
      failure.ifPresent(
          why ->
              state.note(
                  "the session folder is not up to date: %s; `conclave export` writes it elsewhere"
                      .formatted(why)));
    }
  }
}
