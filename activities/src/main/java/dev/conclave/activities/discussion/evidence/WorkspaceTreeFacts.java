package dev.conclave.activities.discussion.evidence;

import dev.conclave.activities.workspace.TreeFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Facts read from the files of a named tree, each file read once. Closing it closes the files. Not
 * thread-safe.
 */
public final class WorkspaceTreeFacts implements TreeFacts {
  private final TreeFiles files;
  private final Map<String, Optional<List<String>>> read = new HashMap<>();

  public WorkspaceTreeFacts(TreeFiles files) {
    this.files = files;
  }

  @Override
  public LocationFacts at(String file, int line) {
    return read.computeIfAbsent(file, files::lines)
        .map(lines -> LocationFacts.of(lines, line))
        .orElse(LocationFacts.MISSING);
  }

  @Override
  public void close() {
    files.close();
  }
}
