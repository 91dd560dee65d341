package dev.conclave.activities.artifact;

import dev.conclave.workflows.session.SessionState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowTargetOptions;
import java.io.IOException;
import java.util.List;

/**
 * Writes the folders of one kind of session. Thread-safe.
 *
 * @param <S> what such a session knows
 */
interface FolderWriter<S extends SessionState<?>> {

  /** What a run knows now: it is queried. */
  S told(WorkflowClient client, WorkflowTargetOptions run);

  /**
   * What became of a writing.
   *
   * @param revision that stands in the folder
   * @param missing what could not be written, one sentence each
   */
  record Written(long revision, List<String> missing) {}

  /**
   * Writes, in one turn: whatever was asked for before it may be superseded by the time it comes.
   *
   * @param line tells whose revisions can be compared: a run, since a run that was reset counts on
   *     from where the reset took it back to
   * @param stillWanted throws when the state is another's to write by now
   */
  Written write(S state, String line, SessionFolder folder, Runnable stillWanted)
      throws IOException;
}
