package dev.conclave.activities.planning;

import dev.conclave.activities.workspace.TreeFile;
import dev.conclave.activities.workspace.TreeFiles;
import java.util.HashSet;
import java.util.Set;

/** Facts of a tree id for the rules of a plan. One thread. */
public final class TreePlanFacts implements PlanFacts {
  private final TreeFiles files;
  private final Set<String> folders = new HashSet<>();

  /**
   * Facts of one tree.
   *
   * @param files closed with these facts
   */
  public TreePlanFacts(TreeFiles files) {
    this.files = files;
    for (TreeFile file : files.list()) {
      String path = file.path();
      // A path is listed after others of its folder: once a folder is known, those above it are.
      for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
        if (!folders.add(path.substring(0, slash))) {
          break;
        }
      }
    }
  }

  @Override
  public boolean exists(String path) {
    return files.exists(path) || folders.contains(path);
  }

  @Override
  public int lineCount(String path) {
    return files.lineCount(path).orElse(0);
  }

  @Override
  public void close() {
    files.close();
  }
}
