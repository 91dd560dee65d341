package dev.conclave.client.page;

import dev.conclave.client.session.SessionPoller.Poll;
import java.time.Instant;

/** Shows a session while it is followed. */
public interface SessionViewer extends AutoCloseable {

  /** Shows what is known now; called several times a second, whether something is new or not. */
  void show(Poll poll, Instant at);

  /** Leaves what was shown last, so that other output can follow. */
  @Override
  void close();
}
