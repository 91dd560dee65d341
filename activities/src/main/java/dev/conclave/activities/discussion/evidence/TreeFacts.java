package dev.conclave.activities.discussion.evidence;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a tree says of cited places. */
@FunctionalInterface
public interface TreeFacts extends AutoCloseable {
  /** Lines before and after a cited line that are looked at. */
  int WINDOW = 15;

  /**
   * The facts about one place; {@link LocationFacts#MISSING} when the tree has no such file.
   *
   * @param file relative to the workspace, with {@code /}, never leading out of it
   * @param line from 1; 0 when only the file was named
   */
  LocationFacts at(String file, int line);

  /** Lets go of what reading the tree took; nothing, unless an implementation says so. */
  @Override
  default void close() {}

  /** Facts over files' texts, for a tree that can be read file by file. */
  static TreeFacts of(Function<String, Optional<String>> textOf) {
    return (file, line) ->
        textOf
            .apply(file)
            .map(text -> LocationFacts.of(text.lines().toList(), line))
            .orElse(LocationFacts.MISSING);
  }

  /** A tree without files. */
  static TreeFacts empty() {
    return (file, line) -> LocationFacts.MISSING;
  }

  /** The lines around one line. */
  static List<String> around(List<String> lines, int line) {
    int from = Math.max(0, line - 1 - WINDOW);
    int to = Math.min(lines.size(), line + WINDOW);
    return line < 1 || from >= to ? List.of() : List.copyOf(lines.subList(from, to));
  }
}
