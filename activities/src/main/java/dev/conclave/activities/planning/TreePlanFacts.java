package dev.conclave.activities.planning;

import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import java.util.HashSet;
import java.util.Set;

/** Facts of a named tree: of its content, whatever happens to the workspace meanwhile. */
public final class TreePlanFacts implements PlanFacts {
  private final TreeFiles files;
  private final Set<String> folders = new HashSet<>();

  /**
   * Facts of the tree behind {@code files}.
   *
   * @param files closed with these facts
   */
  public TreePlanFacts(TreeFiles files) {
    this.files = files;
    for (TreeFile file : files.list()) {
      String path = file.path();
      int slash = path.lastIndexOf('/');
      while (slash > 0 && folders.add(path.substring(0, slash))) {
        slash = path.lastIndexOf('/', slash - 1);
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
