package dev.conclave.activities.artifact;

import java.util.List;

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
        public List<Use> uses(String path) {
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

  /** What a file uses of other files of the tree; empty when nothing is known. */
  List<Use> uses(String path);

  /** One arrow of the dependency graph, from a file to {@code target}. */
  record Use(String target, Relationship relationship) {}

  /** In which way a file uses another. */
  enum Relationship {
    IMPORTS,
    CALLS,
    INHERITS,
    USES
  }
}
