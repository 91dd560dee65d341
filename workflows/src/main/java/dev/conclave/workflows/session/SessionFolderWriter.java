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
 * Writes the session folder from the state, once for each gate and each phase of work that follows
 * on another. The session waits for it only before a hand-off and, briefly, at its end.
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

  /** The phase that files show in place of the running one, which only writes them. */
  private @Nullable Enum<?> end;

  private boolean endIsWritten;

  SessionFolderWriter(SessionState<?> state, HostCalls host) {
    this.state = state;
    this.host = host;
  }

  /** Says that what the session has come to is to be shown. */
  void refresh() {
    wanted = state.revision();
  }

  /** Starts a thread that writes whenever there is something to show. */
  void start() {
    // Detached: a cancelled phase must not stop the folder from being written.
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

  /** The open gate, on the host that has the folder. */
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
      long stands =
          last
              ? host.atTheEnd(SessionActivities.class, ActivityProfile.PROJECT, SUMMARY)
                  .project(request(Optional.empty()))
              : host.call(
                  SessionActivities.class,
                  ActivityProfile.PROJECT,
                  SUMMARY,
                  folders -> folders.project(request(Optional.empty())));
      // What is newer than all that the session has come to was not written by it.
      boolean foreign = stands > state.revision();
      written = Math.max(written, foreign ? revision : Math.max(stands, revision));
      failure =
          foreign
              ? Optional.of("it already holds revision " + stands + " of another session")
              : Optional.empty();
    } catch (TemporalFailure e) {
      // The folder is a projection: it can be written again, the session goes on without it.
      Workflow.getLogger(SessionFolderWriter.class)
          .warn("session folder not written at revision {}", revision, e);
      written = revision;
      failure =
          HostCalls.said(e)
              .or(() -> last ? Optional.empty() : Optional.of(HostCalls.reason(e)))
              .or(() -> Optional.of("its disk may be full or its host gone"));
    }
  }

  /**
   * Writes the folder as it is when the session has ended in this phase, and waits for that.
   *
   * @return why it failed for good
   */
  public Optional<String> awaitEnd(Enum<?> phase) {
    end = phase;
    try {
      state.touch();
      refresh();
      // Writing never ends but by an error of ours, which must not be waited for in silence.
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

  /** Writes the folder's files to another, new place; returns why that was refused. */
  public Optional<String> export(String target) {
    try {
      host.call(
          SessionActivities.class,
          ActivityProfile.PROJECT,
          "export to " + Cut.shown(target, 60),
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

  /** Writes the session's end, for at most half a minute; an older writing never overtakes it. */
  void writeEnd() {
    if (state.workspace().isPresent() && !endIsWritten) {
      write(true);
      failure.ifPresent(
          why ->
              state.note(
                  "the session folder does not show the end of the session: %s; `conclave export` writes it elsewhere"
                      .formatted(why)));
    }
  }
}
