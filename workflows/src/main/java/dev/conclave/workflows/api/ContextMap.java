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
   * A file to look into.
   *
   * @param why in a few words
   * @param symbols the definitions that matter, the weightiest first
   * @param tests files that name them
   * @param commits subjects of the last ones
   */
  public record Entry(
      String path,
      String why,
      EntrySource source,
      List<Place> symbols,
      List<String> tests,
      List<String> commits) {

    /** Whether a person named the file, or it was found for what a person said later. */
    public boolean isAskedFor() {
      return source == EntrySource.NAMED || source == EntrySource.SAID;
    }
  }

  /** How a file came into the map. */
  public enum EntrySource {
    /** The task names its path or one of its symbols. */
    NAMED,
    /** What a human said since the task names it, or it was found for that. */
    SAID,
    FOUND,
    /** It has nothing of the task, but says how to build and test the project. */
    BUILDS
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
