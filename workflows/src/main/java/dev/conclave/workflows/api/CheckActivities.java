package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import java.util.Optional;

/** Runs commands of an execution, on a queue with slots of its own. */
@ActivityInterface
public interface CheckActivities {
  /** The activity's type, by which a server names it. */
  String RUN = "runCheck";

  /**
   * Runs a command line on a tree, in a sandbox without network. Its exit code is the only verdict.
   * A command that ended in an earlier attempt, or runs still, is not started again.
   */
  @ActivityMethod(name = RUN)
  CheckRun run(CheckOrder order);

  /**
   * A command to run.
   *
   * @param setup command lines that make a folder ready, with network; run again only where a
   *     manifest or a lockfile changed
   * @param attempt from 1: the same command on the same tree under another number runs again
   * @param baseline whether the tree is the user's own: what its commands leave in their home, such
   *     as compiled libraries, is there for later ones
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
   * What a command came to.
   *
   * @param exit absent where it did not end by itself
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
    /** Exit 126 or 127: there is no such program or script here. */
    ABSENT,
    TIMED_OUT
  }
}
