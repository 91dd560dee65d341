package dev.conclave.client.terminal;

import dev.conclave.client.session.Snapshot;
import java.util.function.Consumer;

/** Shows a session while it is followed. */
public interface SessionViewer extends Consumer<Snapshot>, AutoCloseable {

  /** Leaves what was shown last, so that other output can follow. */
  @Override
  void close();
}
