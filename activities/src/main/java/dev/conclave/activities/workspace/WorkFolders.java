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
 * The work folders of an execution's programs, reused one after another. Thread-safe, also across
 * processes.
 *
 * @param trustAgentSettings whether agents see a repository's own agent settings
 */
public record WorkFolders(ExecutionRepository repository, boolean trustAgentSettings) {
  private static final int MOST = 256;

  /** After this time, a holder is considered lost. */
  private static final Duration LONGEST_HOLD = Duration.ofDays(1);

  static final String HOLDER = "holder";

  /**
   * Opens a folder with all files of a tree, for a local program that sends nothing to a vendor.
   *
   * @param holder the same for all attempts: a folder that an earlier attempt left to its process
   *     is reopened as it is
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
   * Opens the folder in which a person does a task without a sandbox. It keeps the person's changes
   * as long as the tree is the same.
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
   * Opens a folder without the files that an agent may not see; {@link WorkFolder#result} restores
   * them.
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
      // Prefers folders with complete setup.
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

  static void remove(Path root, String raw) throws IOException {
    Folders.delete(RawNames.path(root, raw));
  }
}
