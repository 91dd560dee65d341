package dev.conclave.workflows.session;

import dev.conclave.workflows.temporal.Cut;
import java.util.Map;

/** What a session is called in listings, next to its search attributes. */
public final class SessionMemo {
  /** The first words of its task. */
  public static final String TASK = "task";

  /** Its workspace, by name. */
  public static final String REPOSITORY = "repository";

  private static final int TASK_CHARACTERS = 200;

  private SessionMemo() {}

  /** The memo of a session. */
  public static Map<String, Object> of(SessionRequest request) {
    return Map.of(TASK, firstWords(request.task()), REPOSITORY, request.workspace().named());
  }

  /** The first line of a task, shortened. */
  public static String firstWords(String task) {
    return Cut.shown(task.strip().lines().findFirst().orElse("").strip(), TASK_CHARACTERS);
  }
}
