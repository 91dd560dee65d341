package dev.conclave.activities.artifact;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.temporal.Cut;
import java.nio.file.Path;

/** The names of a session folder's files, relative to it. One owner for each name. */
public final class SessionPaths {
  public static final String SESSION_STATE = "session-state.json";
  public static final String CONTEXT_PACKAGE = "context-package.json";
  public static final String PLAN = "plan.json";
  public static final String IMPL_PLAN = "IMPL_PLAN.md";
  public static final String EXECUTION_CONTEXT = "execution-context.json";

  /** The folder of the tasks; files in it that a rendering does not name are of an older plan. */
  public static final String TASKS = ".task";

  /** No file system takes a file name of more than 255 bytes. */
  private static final int LONGEST_NAME = 200;

  private SessionPaths() {}

  /** The artifact of a round. */
  public static String synthesis(int round) {
    return "rounds/%d/synthesis.json".formatted(round);
  }

  /** What an agent printed in a round. */
  public static String raw(int round, String agent) {
    return "rounds/%d/raw/%s.txt".formatted(round, agent.replaceAll("[^A-Za-z0-9._-]", "_"));
  }

  /** A task of the plan. */
  public static String task(String id) {
    String name = id.replaceAll("[^A-Za-z0-9._-]", "_");
    return "%s/%s.json".formatted(TASKS, Cut.head(name, LONGEST_NAME));
  }

  /** The absolute folder of a session on the host that has the workspace. */
  public static Path folder(Workspace workspace, String session) {
    return Path.of(workspace.sessionsFolder()).resolve(session);
  }
}
