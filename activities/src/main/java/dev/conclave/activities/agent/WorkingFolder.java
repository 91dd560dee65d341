package dev.conclave.activities.agent;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.workspace.Snapshot;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.WorkFolder;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The folder in which one call works. Used by one thread. */
public class WorkingFolder implements AutoCloseable {
  private static final int MOST_NAMED = 5;

  private final Path path;
  private final @Nullable Snapshot snapshot;
  private final @Nullable WorkFolder work;

  private WorkingFolder(Path path, @Nullable Snapshot snapshot, @Nullable WorkFolder work) {
    this.path = path;
    this.snapshot = snapshot;
    this.work = work;
  }

  /** Any folder. */
  WorkingFolder(Path path) {
    this(path, null, null);
  }

  /**
   * Opens it: for an analysis a snapshot, which proves that it was read only; for writing a folder
   * whose content becomes a tree; for a moderator, who has no repository, an empty folder.
   *
   * @param holder names the call over its attempts: the folder that an earlier one left to its
   *     process is opened again
   */
  public static WorkingFolder open(Snapshots snapshots, AskRequest request, String holder) {
    if (request.role() == Role.MODERATOR) {
      try {
        return new Temporary(Files.createTempDirectory("conclave-moderator-"));
      } catch (IOException e) {
        throw new UncheckedIOException("no folder for a moderator to work in", e);
      }
    }
    if (request.mode() == Mode.WRITE) {
      WorkFolder work =
          snapshots.writable(request.workspace(), request.session(), request.tree(), holder);
      return new WorkingFolder(work.path(), null, work);
    }
    Snapshot snapshot = snapshots.acquire(request.workspace(), request.tree(), holder);
    return new WorkingFolder(snapshot.path(), snapshot, null);
  }

  /** Absolute. */
  public final Path path() {
    return path;
  }

  /** Returns whether another process made it, so that nobody here knows what stood in it before. */
  boolean isTakenUp() {
    return snapshot != null && snapshot.isTakenUp();
  }

  /** Makes it as the tree is, for a program that begins: of an earlier one there may be half. */
  void begin() {
    if (work != null && work.isTakenUp()) {
      work.reset();
    }
  }

  /** Removes what a failed call has written, which may be most of the disk. */
  void drop() {
    if (work != null) {
      work.reset();
    }
  }

  /** Returns whether what an earlier program wrote in it is gone, be it the folder or the disk. */
  boolean hasLostWork() {
    return work != null && !work.isTakenUp();
  }

  /** Names what an agent that may write has made of it; empty where none may. */
  Optional<WorkFolder.Left> left() {
    return Optional.ofNullable(work).map(WorkFolder::name);
  }

  /** Adds what a program in it needs to see beside it. */
  void addVisible(Map<Path, Boolean> visible) {
    if (work != null) {
      visible.put(work.objects(), false);
    }
  }

  /** A line for the prompt on the files of the tree that are not here; empty where all are. */
  String leftOut() {
    return leftOut(
        snapshot != null ? snapshot.leftOut() : work != null ? work.leftOut() : List.of());
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
    if (work != null) {
      work.detach();
    }
  }

  @Override
  @SuppressWarnings("try") // they are held, not used
  public void close() {
    try (Snapshot read = snapshot;
        WorkFolder written = work) {}
  }

  /** A folder for one attempt. */
  private static final class Temporary extends WorkingFolder {
    Temporary(Path path) {
      super(path);
    }

    @Override
    public void close() {
      try {
        Folders.delete(path());
      } catch (IOException e) {
        throw new UncheckedIOException("a moderator's folder", e);
      }
    }
  }
}
