package dev.conclave.activities.agent;

import dev.conclave.activities.workspace.Snapshot;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.agent.Mode;
import java.nio.file.Path;
import java.util.List;

/** Places to work in: a snapshot of the request's tree for each call. Thread-safe. */
public record SnapshotWorkplaces(Snapshots snapshots) implements Workplaces {

  @Override
  public Workplace open(AskRequest request, String holder) {
    if (request.mode() != Mode.ANALYSIS) {
      throw new IllegalArgumentException("write mode has no workplace: nothing is executed yet");
    }
    return new SnapshotWorkplace(snapshots.acquire(request.workspace(), request.tree(), holder));
  }

  private record SnapshotWorkplace(Snapshot snapshot) implements Workplace {

    @Override
    public Path path() {
      return snapshot.path();
    }

    @Override
    public List<String> changedPaths() {
      return snapshot.changedPaths();
    }

    @Override
    public void discard() {
      snapshot.discard();
    }

    @Override
    public void detach() {
      snapshot.detach();
    }

    @Override
    public void close() {
      snapshot.close();
    }
  }
}
