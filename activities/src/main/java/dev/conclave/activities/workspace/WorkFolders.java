package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
    Slot slot = new Slot(place.resolve(WorkspaceActivitiesImpl.key(task, task)));
    PathLock lock = PathLock.take(slot.lock());
    try {
      boolean again = slot.holder().equals(tree) && slot.has(WorkFolder.INDEX);
      WorkFolder folder =
          new WorkFolder(
              repository, slot.folder(), tree, whole(tree), repository.all(), again, lock);
      if (!again) {
        AtomicFiles.createPrivateFolders(slot.folder());
        folder.reset();
        slot.hold(tree);
      }
      folder.detach();
      return folder;
    } catch (IOException e) {
      lock.close();
      throw new UncheckedIOException("cannot make " + slot.folder() + ": " + e.getMessage(), e);
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
      Slot.Taken left = Slot.left(place, holder, WorkFolder.INDEX).orElse(null);
      if (left != null) {
        Path slot = left.slot().folder();
        return new WorkFolder(repository, slot, tree, content, objects, true, left.lock());
      }
      // Prefers folders with complete setup.
      for (int i = 0; i < 2 * MOST; i++) {
        Slot slot = Slot.of(place, i % MOST);
        Optional<PathLock> lock =
            i < MOST && !slot.has(WorkFolder.READY) ? Optional.empty() : slot.take();
        if (lock.isPresent()) {
          slot.hold(holder);
          WorkFolder made =
              new WorkFolder(repository, slot.folder(), tree, content, objects, false, lock.get());
          made.reset();
          return made;
        }
      }
      throw new IOException(MOST + " folders of one execution are in use");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder in " + place + ": " + e, e);
    }
  }

  static void remove(Path root, String raw) throws IOException {
    Folders.delete(RawNames.path(root, raw));
  }
}
