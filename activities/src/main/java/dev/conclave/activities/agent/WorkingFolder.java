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

/** The folder in which one call works. Not thread-safe. */
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

  WorkingFolder(Path path) {
    this(path, null, null);
  }

  /**
   * Opens the folder of a call: for an analysis a snapshot, which detects writes; in write mode a
   * folder whose content becomes a tree; for a moderator, who has no repository, an empty folder.
   *
   * @param holder identifies the call across attempts, so that a retry reopens its folder
   */
  public static WorkingFolder open(Snapshots snapshots, AskRequest request, String holder) {
    if (request.role() == Role.MODERATOR) {
      try {
        return new Temporary(Files.createTempDirectory("conclave-moderator-"));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot create a working folder for the moderator", e);
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

  /** Returns the absolute path. */
  public final Path path() {
    return path;
  }

  /** Returns whether another process created it, so that its original content is unknown. */
  boolean isReopened() {
    return snapshot != null && snapshot.isReopened();
  }

  /**
   * Resets a reopened folder before a program starts, since an earlier one may have left partial
   * changes.
   */
  void begin() {
    if (work != null && work.isReopened()) {
      work.reset();
    }
  }

  /** Discards the changes of a failed call, which may fill the disk. */
  void drop() {
    if (work != null) {
      work.reset();
    }
  }

  /** Returns whether the changes of an earlier program are lost, for example with the folder. */
  boolean hasLostWork() {
    return work != null && !work.isReopened();
  }

  /** Returns the changes of an agent in write mode; empty in analysis mode. */
  Optional<WorkFolder.Result> result() {
    return Optional.ofNullable(work).map(WorkFolder::result);
  }

  /** Adds paths that a program working in it needs to see. */
  void addVisible(Map<Path, Boolean> visible) {
    if (work != null) {
      visible.put(work.objects(), false);
    }
  }

  /** Returns a line for the prompt about files of the tree missing here; empty if none are. */
  String leftOut() {
    return leftOut(
        snapshot != null ? snapshot.leftOut() : work != null ? work.leftOut() : List.of());
  }

  static String leftOut(List<String> all) {
    // Names come from the repository: one that could be read as a sentence is only counted.
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

  /** Returns the paths changed since it was opened; empty in write mode. */
  List<String> changedPaths() {
    return snapshot == null ? List.of() : snapshot.changedPaths();
  }

  /** Leaves the folder to the process that still works in it; the next attempt reopens it. */
  void detach() {
    if (snapshot != null) {
      snapshot.detach();
    }
    if (work != null) {
      work.detach();
    }
  }

  @Override
  @SuppressWarnings("try") // held, not used
  public void close() {
    try (Snapshot read = snapshot;
        WorkFolder written = work) {}
  }

  private static final class Temporary extends WorkingFolder {
    Temporary(Path path) {
      super(path);
    }

    @Override
    public void close() {
      try {
        Folders.delete(path());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete the working folder of the moderator", e);
      }
    }
  }
}
