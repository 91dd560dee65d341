package dev.conclave.client.view;

import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Words;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a person can start from a complete session.
 *
 * @param purpose as a sentence
 * @param kind of the command that starts it
 * @param option that takes the session
 * @param task of the new session; empty to continue this one, or if the view has only its start
 */
public record NextStep(String purpose, String kind, String option, String session, String task) {
  public static List<NextStep> of(SessionView view) {
    KindSpec kind = SessionKinds.ofId(view.session());
    List<NextStep> steps = new ArrayList<>();
    if (view.complete() && kind == ContextState.KIND) {
      String task = view.task().endsWith("…") ? "" : view.task();
      steps.add(new NextStep("Plan with this context", "plan", "--context", view.session(), task));
    }
    if (view.complete() && kind.continues()) {
      String purpose =
          kind == ContextState.KIND
              ? "Rebuild it, or change a decision"
              : "Continue with your own questions";
      steps.add(new NextStep(purpose, kind.command(), "--continue", view.session(), ""));
    }
    return steps;
  }

  /** Returns the command, to run in the workspace. */
  public String command() {
    String start = "conclave %s %s %s".formatted(kind, option, session);
    return task.isEmpty() ? start : start + " " + Words.shell(task);
  }

  /** Returns the address of its form on the page, filled in. */
  public String address(String repository) {
    return "/new?kind=%s&%s=%s&--repo=%s&task=%s"
        .formatted(kind, option, encoded(session), encoded(repository), encoded(task));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
