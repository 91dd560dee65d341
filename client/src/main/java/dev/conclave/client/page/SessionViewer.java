package dev.conclave.client.page;

import dev.conclave.client.session.SessionPoller.Poll;
import java.time.Instant;

/** Shows a session while it is followed. */
public interface SessionViewer extends AutoCloseable {

  /** Shows the current state; called several times a second, changed or not. */
  void show(Poll poll, Instant at);

  /** Stops and keeps the last output, so that other output can follow. */
  @Override
  void close();
}
