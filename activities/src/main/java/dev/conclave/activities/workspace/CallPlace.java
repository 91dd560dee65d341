package dev.conclave.activities.workspace;

import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The folder in which one call works. Not thread-safe. */
public interface CallPlace extends AutoCloseable {
  /**
   * Opens the folder of a call: for an analysis a snapshot, which detects writes; in write mode a
   * folder whose content becomes a tree; for a moderator, who has no repository, an empty folder.
   *
   * @param holder identifies the call across attempts, so that a retry reopens its folder
   */
  static CallPlace open(Snapshots snapshots, AskRequest request, String holder) {
    if (request.role() == Role.MODERATOR) {
      try {
        return new Empty(Files.createTempDirectory("conclave-moderator-"));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot create a working folder for the moderator", e);
      }
    }
    return request.mode() == Mode.WRITE
        ? snapshots.writable(request.workspace(), request.session(), request.tree(), holder)
        : snapshots.acquire(request.workspace(), request.tree(), holder);
  }

  /** Returns the absolute path. */
  Path path();

  /** Returns whether an earlier attempt left it, so that its content may have changed. */
  default boolean isReopened() {
    return false;
  }

  /** Discards the changes of an agent in write mode. */
  default void reset() {}

  /** Returns the object folder that its repository refers to, if it has one. */
  default Optional<Path> objects() {
    return Optional.empty();
  }

  /** Returns the files of the tree that are hidden here, mostly because they may hold secrets. */
  default List<String> leftOut() {
    return List.of();
  }

  /** Returns the paths changed since it was opened; empty in write mode. */
  default List<String> changedPaths() {
    return List.of();
  }

  /** Returns the changes of an agent in write mode; empty in analysis mode. */
  default Optional<WorkFolder.Result> written() {
    return Optional.empty();
  }

  /** Leaves it to a process that still works in it, until its holder reopens it. */
  default void detach() {}

  @Override
  void close();

  /** A temporary folder without a repository. */
  record Empty(Path path) implements CallPlace {
    @Override
    public void close() {
      try {
        Folders.delete(path);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete the working folder of the moderator", e);
      }
    }
  }
}
