package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.workflows.model.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The repository of one execution, in a folder of its own in the data folder, which only its owner
 * may enter:
 *
 * <pre>
 * all/        its objects: trees, commits, and all that they name
 * shown/      what agents may see of its trees
 * folders/    where programs work, see {@link WorkFolders}
 * workspace   the key of its workspace
 * </pre>
 *
 * Thread-safe, also between processes.
 */
public record ExecutionRepository(GitTrees trees, Workspace workspace, String session) {
  private static final String WORKSPACE = "workspace";

  public Git git() {
    return trees.git();
  }

  public Path folder() {
    return trees
        .data()
        .executions()
        .resolve(WorkspaceActivitiesImpl.key(session, workspace.key() + "\n" + session));
  }

  /** Its objects, for commands on them alone. */
  public GitPlace place() {
    return all().place();
  }

  TreeRepository all() {
    return opened("all");
  }

  TreeRepository shown() {
    return opened("shown");
  }

  private TreeRepository opened(String name) {
    trees.require(workspace);
    try {
      AtomicFiles.createPrivateFolders(folder());
      byte[] key = workspace.key().getBytes(StandardCharsets.UTF_8);
      AtomicFiles.writeIfDifferent(folder().resolve(WORKSPACE), key);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder() + ": " + e.getMessage(), e);
    }
    return new TreeRepository(git(), folder().resolve(name)).prepare();
  }

  /** Held while objects are made: they are packed only when nobody makes any. */
  public PathLock lock() {
    return all().lock();
  }

  /** Has it hold a tree, which it takes over from the workspace's when it is not there. */
  @SuppressWarnings("try") // a lock is held, not used
  public void require(String tree) {
    TreeRepository all = all();
    if (!all.holds(tree)) {
      TreeRepository other = trees.holding(workspace, tree);
      try (PathLock lock = all.lock()) {
        all.adopt(other.place(), tree);
      }
    }
  }

  /** The repository of any execution in a workspace that holds a tree. */
  static Optional<TreeRepository> holding(GitTrees trees, Workspace workspace, String tree) {
    try {
      for (Path folder : Folders.in(trees.data().executions())) {
        Path key = folder.resolve(WORKSPACE);
        if (Files.exists(key) && Files.readString(key).equals(workspace.key())) {
          TreeRepository all = new TreeRepository(trees.git(), folder.resolve("all"));
          if (Files.isDirectory(all.gitDir()) && all.prepare().holds(tree)) {
            return Optional.of(all);
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look for tree " + tree + ": " + e.getMessage(), e);
    }
  }
}
