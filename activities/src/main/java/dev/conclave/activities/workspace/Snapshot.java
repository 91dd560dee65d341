package dev.conclave.activities.workspace;

import java.nio.file.Path;
import java.util.List;

/**
 * A tree checked out for one running call. Used by one thread.
 *
 * <p>{@link #close} gives it back: to the pool when {@link #changedPaths} was asked and found
 * nothing, else it is removed.
 */
public interface Snapshot extends AutoCloseable {

  /** The folder to work in. */
  Path path();

  /** What of the tree is not in it and why: agent settings, secrets, links that lead out. */
  List<LeftOut> leftOut();

  /**
   * What is not as it was after the checkout, ignored files included; the first 1,000 paths,
   * sorted. A file written again with the same content counts as unchanged; a new folder ends with
   * a slash.
   */
  List<String> changedPaths();

  /** Marks it as not to be used again; {@link #close} then removes it. */
  void discard();

  /**
   * Leaves it to a process that still works in it: nobody else gets it, and {@link
   * Snapshots#acquire} with the same holder takes it up again, in this process or another.
   */
  void detach();

  @Override
  void close();
}
