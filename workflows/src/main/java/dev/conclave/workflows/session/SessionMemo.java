package dev.conclave.workflows.session;

import dev.conclave.workflows.text.Cut;
import java.util.Map;

/** Names of a session in listings, in addition to its search attributes. */
public final class SessionMemo {
  public static final String TASK = "task";
  public static final String REPOSITORY = "repository";
  public static final String BY = "by";
  public static final String HANDLE = "handle";

  /** The first language of its texts. */
  public static final String LANGUAGE = "language";

  private static final int TASK_CHARACTERS = 200;

  private SessionMemo() {}

  public static Map<String, Object> of(SessionRequest request) {
    return Map.of(
        TASK,
        firstWords(request.task()),
        REPOSITORY,
        request.workspace().named(),
        BY,
        request.terms().by(),
        HANDLE,
        request.terms().handle(),
        LANGUAGE,
        request.languages().stream().findFirst().orElse(""));
  }

  public static String firstWords(String task) {
    return Cut.shorten(task.strip().lines().findFirst().orElse("").strip(), TASK_CHARACTERS);
  }
}
