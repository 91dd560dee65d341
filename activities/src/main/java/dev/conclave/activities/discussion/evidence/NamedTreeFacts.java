package dev.conclave.activities.discussion.evidence;

import dev.conclave.activities.workspace.TreeFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Facts of a tree id: what the files said when the agents read them. One thread. */
public final class NamedTreeFacts implements TreeFacts {
  private final TreeFiles files;
  private final Map<String, Optional<List<String>>> read = new HashMap<>();

  /**
   * Facts of one tree.
   *
   * @param files closed with these facts
   */
  public NamedTreeFacts(TreeFiles files) {
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
