package dev.conclave.activities.discussion;

import java.util.OptionalInt;

/** What a tree says of cited places. */
@FunctionalInterface
public interface TreeFacts extends AutoCloseable {

  /**
   * How many lines a file has; empty when the tree has no such file.
   *
   * @param file relative to the workspace, with {@code /}, never leading out of it
   */
  OptionalInt lines(String file);

  /**
   * The path of the tree that a cited one means: itself, or, where the tree has no such file, the
   * only file whose path ends in it ({@code core.py} for {@code src/click/core.py}).
   */
  default String path(String cited) {
    return cited;
  }

  /** Lets go of what reading the tree took; nothing, unless an implementation says so. */
  @Override
  default void close() {}
}
