package dev.conclave.activities.agent;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.workspace.Snapshot;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Analysis in a snapshot, which proves that it was read only; writing in the tree itself; a
 * moderator, who has no repository, in an empty folder.
 *
 * @param snapshots of this host
 */
public record SnapshotWorkplaces(Snapshots snapshots) implements Workplaces {

  @Override
  public Workplace open(AskRequest request, String holder) {
    if (request.role() == Role.MODERATOR) {
      return EmptyFolder.made();
    }
    return request.mode() == Mode.WRITE
        ? new OwnTree(snapshots.original(request.workspace()))
        : new InSnapshot(snapshots.acquire(request.workspace(), request.tree(), holder));
  }

  private record InSnapshot(Snapshot snapshot) implements Workplace {
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

  private record OwnTree(Path path) implements Workplace {
    @Override
    public List<String> changedPaths() {
      return List.of();
    }

    @Override
    public void discard() {
      // The tree is its user's.
    }

    @Override
    public void detach() {
      // Nothing is held.
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  /** What is left in it belongs to nobody: it is removed when the call is over. */
  private record EmptyFolder(Path path) implements Workplace {
    static EmptyFolder made() {
      try {
        return new EmptyFolder(Files.createTempDirectory("conclave-moderator-"));
      } catch (IOException e) {
        throw new UncheckedIOException("no folder for a moderator to work in", e);
      }
    }

    @Override
    public List<String> changedPaths() {
      return List.of();
    }

    @Override
    public void discard() {
      close();
    }

    @Override
    public void detach() {
      // A process still works in it: whoever adopts the call has no need of the folder.
    }

    @Override
    public void close() {
      try {
        Folders.delete(path);
      } catch (IOException e) {
        throw new UncheckedIOException("a moderator's folder", e);
      }
    }
  }
}
