package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Workspace;
import io.temporal.failure.ActivityFailure;
import java.time.Duration;

/** What a kind of session needs on another host before it can go on there. */
public interface Relocation {

  /**
   * Makes another host the session's own. The session changes only when all that it needs stands
   * there; a move that is cut off leaves it where it was.
   *
   * @param from where it was
   * @param to where the same repository was opened
   * @param patience how long the new host is waited for
   * @throws ActivityFailure when the new host took up no work either
   */
  void settle(Workspace from, Workspace to, Duration patience);
}
