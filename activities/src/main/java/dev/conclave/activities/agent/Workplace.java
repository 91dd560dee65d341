package dev.conclave.activities.agent;

import java.nio.file.Path;
import java.util.List;

/** Where one call works. Used by one thread. */
public interface Workplace extends AutoCloseable {

  /** The folder, absolute. */
  Path path();

  /** What differs from when it was opened; empty where the agent may write. */
  List<String> changedPaths();

  /** Nobody may work in it after this call. */
  void discard();

  /** A process still works in it: it is opened again under the same name, by whoever adopts it. */
  void detach();

  @Override
  void close();
}
