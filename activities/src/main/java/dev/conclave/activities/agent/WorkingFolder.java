package dev.conclave.activities.agent;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.workspace.Snapshot;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The folder in which one call works. Used by one thread. */
public class WorkingFolder implements AutoCloseable {
  private static final int MOST_NAMED = 5;

  private final Path path;
  private final @Nullable Snapshot snapshot;
  private final boolean temporary;

  private WorkingFolder(Path path, @Nullable Snapshot snapshot, boolean temporary) {
    this.path = path;
    this.snapshot = snapshot;
    this.temporary = temporary;
  }

  /** A folder that the agent may write in. */
  WorkingFolder(Path path) {
    this(path, null, false);
  }

  /**
   * Opens it: for an analysis a snapshot, which proves that it was read only; for writing the tree
   * itself; for a moderator, who has no repository, an empty folder.
   *
   * @param holder names the call over its attempts: the snapshot that an earlier one left to its
   *     process is opened again
   */
  public static WorkingFolder open(Snapshots snapshots, AskRequest request, String holder) {
    if (request.role() == Role.MODERATOR) {
      try {
        return new WorkingFolder(Files.createTempDirectory("conclave-moderator-"), null, true);
      } catch (IOException e) {
        throw new UncheckedIOException("no folder for a moderator to work in", e);
      }
    }
    if (request.mode() == Mode.WRITE) {
      return new WorkingFolder(snapshots.original(request.workspace()));
    }
    Snapshot snapshot = snapshots.acquire(request.workspace(), request.tree(), holder);
    return new WorkingFolder(snapshot.path(), snapshot, false);
  }

  /** Absolute. */
  public final Path path() {
    return path;
  }

  /** Returns whether another process made it, so that nobody here knows what stood in it before. */
  boolean isTakenUp() {
    return snapshot != null && snapshot.isTakenUp();
  }

  /** A line for the prompt on the files of the tree that are not here; empty where all are. */
  String leftOut() {
    return leftOut(snapshot == null ? List.of() : snapshot.leftOut());
  }

  static String leftOut(List<String> all) {
    // A name is a text of the repository: one that could be read as a sentence is only counted.
    List<String> named =
        all.stream().filter(name -> name.matches("[\\w./@+-]{1,120}")).limit(MOST_NAMED).toList();
    int more = all.size() - named.size();
    String names =
        String.join(", ", named)
            + (more == 0 ? "" : (named.isEmpty() ? "" : " and ") + more + " more");
    return all.isEmpty()
        ? ""
        : ("\nNot in your copy, because they may hold secrets, configure agents or lead out of the"
                + " repository: %s. A test that fails without them shows no fault of the code.\n")
            .formatted(names);
  }

  /** Returns what differs from when it was opened; empty where the agent may write. */
  List<String> changedPaths() {
    return snapshot == null ? List.of() : snapshot.changedPaths();
  }

  /** A process still works in it; whoever adopts the call opens it again. */
  void detach() {
    if (snapshot != null) {
      snapshot.detach();
    }
  }

  @Override
  public void close() {
    try (Snapshot held = snapshot) {
      if (temporary) {
        Folders.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a moderator's folder", e);
    }
  }
}
