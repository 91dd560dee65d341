package dev.conclave.activities.planning;

/** What the rules of a plan need to know of a tree. Paths are relative to its root, with /. */
public interface PlanFacts extends AutoCloseable {

  /** Whether the tree has a file or a folder of that path. */
  boolean exists(String path);

  /** How many lines a file has; 0 for a folder, an empty file and a path that is not there. */
  int lineCount(String path);

  /** Ends what reading the tree began; facts that hold nothing have nothing to end. */
  @Override
  default void close() {}
}
