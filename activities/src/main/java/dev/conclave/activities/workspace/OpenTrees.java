package dev.conclave.activities.workspace;

import dev.conclave.workflows.workspace.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The trees that were read last, kept open because the activities of one round read the same one.
 * An evicted tree may still be read by who has it: it starts its Git process again. Thread-safe.
 */
public final class OpenTrees implements AutoCloseable {
  private static final int KEPT = 8;

  private final GitTrees trees;
  private final Map<String, TreeFiles> open = new LinkedHashMap<>(16, 0.75f, true);

  /** Trees of this host. */
  public OpenTrees(GitTrees trees) {
    this.trees = trees;
  }

  /**
   * The files of a tree.
   *
   * @throws io.temporal.failure.ApplicationFailure non-retryable when the tree is not here
   */
  public TreeFiles open(Workspace workspace, String tree) {
    List<TreeFiles> evicted = new ArrayList<>();
    try {
      synchronized (open) {
        TreeFiles files =
            open.computeIfAbsent(workspace.key() + "/" + tree, k -> trees.files(workspace, tree));
        while (open.size() > KEPT) {
          String eldest = open.keySet().iterator().next();
          evicted.add(open.remove(eldest));
        }
        return files;
      }
    } finally {
      evicted.forEach(TreeFiles::close);
    }
  }

  @Override
  public void close() {
    synchronized (open) {
      open.values().forEach(TreeFiles::close);
      open.clear();
    }
  }
}
