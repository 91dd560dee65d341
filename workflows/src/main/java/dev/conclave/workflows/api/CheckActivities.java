package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import java.util.Optional;

/** Runs commands of an execution, on a queue with its own slots. */
@ActivityInterface
public interface CheckActivities {
  String RUN = "runCheck";

  /**
   * Runs a command line on a tree, in a sandbox without network. The exit code is the only verdict.
   * A command that ended in an earlier attempt, or is still running, is not started again.
   */
  @ActivityMethod(name = RUN)
  CheckRun run(CheckOrder order);

  /**
   * A command to run.
   *
   * @param setup command lines that prepare a folder, with network; repeated only when a manifest
   *     or lockfile changed
   * @param attempt from 1; another number runs the same command on the same tree again
   * @param baseline whether the tree is the user's own: what its commands leave in their home, such
   *     as compiled libraries, is kept for later commands
   * @param setupOnly whether {@code line} is the last of {@code setup} and nothing else is to run
   */
  record CheckOrder(
      String session,
      Workspace workspace,
      String line,
      String tree,
      List<String> setup,
      int attempt,
      boolean baseline,
      boolean setupOnly) {}

  /**
   * Result of a command.
   *
   * @param exit absent when the command did not exit by itself
   * @param output document with its last 16 KiB, without secrets
   * @param tail its last 1 KiB
   */
  record CheckRun(
      String line,
      CheckStatus status,
      Optional<Integer> exit,
      long millis,
      Optional<DocumentRef> output,
      String tail) {}

  /** The verdict of an exit code. */
  enum CheckStatus {
    /** Exit 0. */
    PASSED,
    FAILED,
    /** Exit 126 or 127: the program or script does not exist here. */
    ABSENT,
    TIMED_OUT
  }
}
