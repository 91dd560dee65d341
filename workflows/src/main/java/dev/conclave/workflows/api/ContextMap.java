package dev.conclave.workflows.api;

import java.util.List;

/**
 * Where to look for a task: what a prompt takes as much of as fits.
 *
 * @param workspace languages, commands and folders, a line each
 * @param entries files, best first, at most 40
 */
public record ContextMap(String workspace, List<Entry> entries) {

  /** Why a file is listed that has nothing of the task itself. */
  public static final String BUILDS = "builds or tests it";

  public record Entry(
      String path,
      String why,
      EntrySource source,
      List<Place> symbols,
      List<String> tests,
      List<String> commits) {}

  public enum EntrySource {
    /** The task names its path or one of its symbols. */
    NAMED,
    /** What a human said since the task names it, or it was found for that. */
    SAID,
    FOUND
  }

  /**
   * A definition.
   *
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
