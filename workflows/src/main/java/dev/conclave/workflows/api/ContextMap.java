package dev.conclave.workflows.api;

import java.util.List;

/**
 * Where to look for a task: what a prompt takes as much of as fits.
 *
 * @param workspace languages, commands and folders, a line each
 * @param entries files, best first, at most 40
 */
public record ContextMap(String workspace, List<Entry> entries) {

  /**
   * A file.
   *
   * @param why it is here
   * @param symbols in the order of their lines
   * @param tests files of tests that name its symbols
   * @param commits subjects of its last commits
   */
  public record Entry(
      String path,
      String why,
      Source source,
      List<Place> symbols,
      List<String> tests,
      List<String> commits) {}

  /** What brought a file into the map. */
  public enum Source {
    /** The task or a human's later words name its path or one of its symbols. */
    NAMED,
    /** It was found for what a human said since the task. */
    SAID,
    /** It was found for the task. */
    FOUND
  }

  /**
   * A definition.
   *
   * @param from first line, from 1
   * @param to last line
   * @param function whether its body may be shown
   * @param weight how much it matters, to compare with others of this map
   * @param namedBy other files whose code names it, the best ones of {@code count}
   */
  public record Place(
      String signature,
      int from,
      int to,
      boolean function,
      double weight,
      List<String> namedBy,
      int count) {}
}
