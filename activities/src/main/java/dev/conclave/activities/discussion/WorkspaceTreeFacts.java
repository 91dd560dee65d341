package dev.conclave.activities.discussion;

import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
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
  private final Map<String, String> paths = new HashMap<>();

  public WorkspaceTreeFacts(TreeFiles files) {
    this.files = files;
  }

  @Override
  public OptionalInt lines(String file) {
    return read.computeIfAbsent(file, this::count);
  }

  @Override
  public String path(String cited) {
    return paths.computeIfAbsent(cited, this::whole);
  }

  private String whole(String cited) {
    if (files.exists(cited)) {
      return cited;
    }
    List<String> ending =
        files.list().stream()
            .map(TreeFile::path)
            .filter(path -> path.endsWith("/" + cited))
            .limit(2)
            .toList();
    return ending.size() == 1 ? ending.get(0) : cited;
  }

  private OptionalInt count(String file) {
    return files.lines(file).stream().mapToInt(List::size).findFirst();
  }

  @Override
  public void close() {
    files.close();
  }
}
