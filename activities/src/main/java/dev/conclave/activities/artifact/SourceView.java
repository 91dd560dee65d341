package dev.conclave.activities.artifact;

import java.util.List;
import java.util.Set;

/** What artifacts show of a tree's source. Paths are relative to its root, with /. */
public interface SourceView {

  /** A tree of which nothing is left to show. */
  SourceView NONE =
      new SourceView() {
        @Override
        public List<String> lines(String path, int from, int to) {
          return List.of();
        }

        @Override
        public List<Use> uses(Set<String> paths) {
          return List.of();
        }
      };

  /**
   * The text of some lines as it stands, without line ends.
   *
   * @param from first line, from 1
   * @param to last line; lines past the end are left out
   * @return empty when the path is no text file of the tree
   */
  List<String> lines(String path, int from, int to);

  /** What these files use of any files of the tree; empty when nothing is known. */
  List<Use> uses(Set<String> paths);

  /** One arrow of the dependency graph, from a file to one that it uses. */
  record Use(String source, String target, Relationship relationship) {}

  /** In which way a file uses another. */
  enum Relationship {
    IMPORTS,
    CALLS,
    INHERITS,
    USES
  }
}
