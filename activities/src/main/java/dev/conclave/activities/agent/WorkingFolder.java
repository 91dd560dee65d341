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

/** Where one call works. Used by one thread. */
public interface WorkingFolder extends AutoCloseable {

  /**
   * Opens it: for an analysis a snapshot, which proves that it was read only; for writing the tree
   * itself; for a moderator, who has no repository, an empty folder.
   *
   * @param holder names the call over its attempts: the snapshot that an earlier one left to its
   *     process is opened again
   */
  static WorkingFolder open(Snapshots snapshots, AskRequest request, String holder) {
    if (request.role() == Role.MODERATOR) {
      try {
        return new Empty(Files.createTempDirectory("conclave-moderator-"));
      } catch (IOException e) {
        throw new UncheckedIOException("no folder for a moderator to work in", e);
      }
    }
    return request.mode() == Mode.WRITE
        ? new OwnTree(snapshots.original(request.workspace()))
        : new InSnapshot(snapshots.acquire(request.workspace(), request.tree(), holder));
  }

  /** Absolute. */
  Path path();

  /** What differs from when it was opened; empty where the agent may write. */
  default List<String> changedPaths() {
    return List.of();
  }

  /** Nobody may work in it after this call. */
  default void discard() {}

  /** A process still works in it; whoever adopts the call opens it again. */
  default void detach() {}

  @Override
  default void close() {}

  /** The user's tree. */
  record OwnTree(Path path) implements WorkingFolder {}

  /** A snapshot of it. */
  record InSnapshot(Snapshot snapshot) implements WorkingFolder {
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

  /** A folder that is removed when the call is over; whoever adopts the call needs none. */
  record Empty(Path path) implements WorkingFolder {
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
