package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The folders in which programs of an execution work, used again after one another. Thread-safe,
 * also between processes.
 *
 * @param trustAgentSettings shows agents the agent settings that a repository brings
 */
public record WorkFolders(ExecutionRepository repository, boolean trustAgentSettings) {
  private static final int MOST = 256;

  /** A holder that has not come back by then never will. */
  private static final Duration LONGEST_HOLD = Duration.ofDays(1);

  static final String HOLDER = "holder";

  /**
   * Opens a folder with all files of a tree, for a program that no vendor listens to.
   *
   * @param holder names the program over its attempts: the folder that an earlier one left to its
   *     process is opened again as it is
   */
  public WorkFolder open(String tree, String holder) {
    return open(tree, whole(tree), repository.all(), holder);
  }

  private SnapshotContent whole(String tree) {
    repository.require(tree);
    try (TreeFiles files = repository.files(tree)) {
      SnapshotContent whole = SnapshotContent.whole(files);
      return new SnapshotContent(tree, whole.files(), whole.links(), List.of());
    }
  }

  /**
   * Opens the folder in which a person carries a task out, outside of any sandbox: as that person
   * left it, unless it was for another tree.
   */
  public WorkFolder byHand(String task, String tree) {
    Path place = repository.folder().resolve("by-hand");
    Path slot = place.resolve(WorkspaceActivitiesImpl.key(task, task));
    PathLock lock = PathLock.take(place.resolve(slot.getFileName() + ".lock"));
    try {
      boolean again = holder(slot).equals(tree) && Files.exists(slot.resolve(WorkFolder.INDEX));
      WorkFolder folder =
          new WorkFolder(repository, slot, tree, whole(tree), repository.all(), again, lock);
      if (!again) {
        AtomicFiles.createPrivateFolders(slot);
        folder.reset();
        AtomicFiles.write(slot.resolve(HOLDER), tree);
      }
      folder.detach();
      return folder;
    } catch (IOException e) {
      lock.close();
      throw new UncheckedIOException("cannot make " + slot + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * The same for an agent, without what it may not see; {@link WorkFolder#result} puts that back.
   */
  @SuppressWarnings("try") // a lock is held, not used
  public WorkFolder openForAgent(String tree, String holder) {
    repository.require(tree);
    TreeRepository all = repository.all();
    SnapshotContent content = SnapshotContent.of(repository.trees(), all, tree, trustAgentSettings);
    TreeRepository shown = repository.shown();
    if (!shown.keeps(content.tree())) {
      try (PathLock lock = shown.lock()) {
        shown.importTree(all.place(), content.tree());
      }
    }
    return open(tree, content, shown, holder);
  }

  private WorkFolder open(
      String tree, SnapshotContent content, TreeRepository objects, String holder) {
    Path place = repository.folder().resolve("folders");
    try {
      for (int i = 0; i < MOST && Files.exists(lock(place, i)); i++) {
        Path slot = place.resolve("" + i);
        if (holder(slot).equals(holder) && Files.exists(slot.resolve(WorkFolder.INDEX))) {
          Optional<PathLock> lock = PathLock.tryTake(lock(place, i));
          if (lock.isPresent()) {
            return new WorkFolder(repository, slot, tree, content, objects, true, lock.get());
          }
        }
      }
      // One that is ready before one that is not.
      for (int i = 0; i < 2 * MOST; i++) {
        Path slot = place.resolve("" + i % MOST);
        if (i < MOST && !Files.exists(slot.resolve(WorkFolder.READY))) {
          continue;
        }
        Optional<PathLock> lock = PathLock.tryTake(lock(place, i % MOST));
        if (lock.isPresent() && !isFree(slot)) {
          lock.get().close();
        } else if (lock.isPresent()) {
          AtomicFiles.createPrivateFolders(slot);
          AtomicFiles.write(slot.resolve(HOLDER), holder);
          WorkFolder made =
              new WorkFolder(repository, slot, tree, content, objects, false, lock.get());
          made.reset();
          return made;
        }
      }
      throw new IOException(MOST + " folders of one execution are in use");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder in " + place + ": " + e, e);
    }
  }

  private static Path lock(Path place, int number) {
    return place.resolve(number + ".lock");
  }

  private static String holder(Path slot) throws IOException {
    try {
      return Files.readString(slot.resolve(HOLDER));
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static boolean isFree(Path slot) throws IOException {
    return holder(slot).isEmpty()
        || Instant.ofEpochMilli(slot.resolve(HOLDER).toFile().lastModified())
            .isBefore(Instant.now().minus(LONGEST_HOLD));
  }

  /** Removes what is at a raw name below a folder. */
  static void remove(Path root, String raw) throws IOException {
    Folders.delete(RawNames.path(root, raw));
  }
}
