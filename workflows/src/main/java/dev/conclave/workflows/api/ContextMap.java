package dev.conclave.workflows.api;

import java.util.List;

/**
 * Where to look for a task. A prompt includes as many entries as fit.
 *
 * @param workspace languages, commands and folders, one per line
 * @param entries files, best first, at most 40
 */
public record ContextMap(String workspace, List<Entry> entries) {

  /**
   * A file to look into.
   *
   * @param symbols relevant definitions, highest weight first
   * @param tests files that name the symbols
   * @param commits subjects of the latest commits
   */
  public record Entry(
      String path,
      String why,
      EntrySource source,
      List<Place> symbols,
      List<String> tests,
      List<String> commits) {

    /** Returns whether a human named the file, or it was found for a human's later words. */
    public boolean isAskedFor() {
      return source == EntrySource.NAMED || source == EntrySource.SAID;
    }
  }

  /** Why a file is in the map. */
  public enum EntrySource {
    /** The task names its path or one of its symbols. */
    NAMED,
    /** Named in a human's later words, or found for them. */
    SAID,
    FOUND,
    /** Unrelated to the task, but says how to build and test the project. */
    BUILDS
  }

  /**
   * A definition.
   *
   * @param weight relative importance within this map
   * @param namedBy other files whose code names it, the best of {@code count}
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
