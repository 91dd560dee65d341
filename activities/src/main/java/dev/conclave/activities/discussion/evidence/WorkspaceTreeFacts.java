package dev.conclave.activities.discussion.evidence;

import dev.conclave.activities.workspace.TreeFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Facts read from the files of a named tree, each file read once. Closing it closes the files. Not
 * thread-safe.
 */
public final class WorkspaceTreeFacts implements TreeFacts {
  private final TreeFiles files;
  private final Map<String, OptionalInt> read = new HashMap<>();

  public WorkspaceTreeFacts(TreeFiles files) {
    this.files = files;
  }

  @Override
  public OptionalInt lines(String file) {
    return read.computeIfAbsent(file, this::count);
  }

  private OptionalInt count(String file) {
    return files.lines(file).stream().mapToInt(List::size).findFirst();
  }

  @Override
  public void close() {
    files.close();
  }
}
