package dev.conclave.client.command;

import dev.conclave.client.page.GatePage;
import dev.conclave.client.page.PlanPage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.SessionView;
import java.util.List;
import java.util.Optional;

/** An open gate on a page. */
public final class OpenGate {
  private OpenGate() {}

  /**
   * Writes the gate, at a confirmation with the plan's tasks.
   *
   * @param onOneScreen whether who reads it can ask for the rest
   */
  public static void write(Page page, Session session, SessionView view, boolean onOneScreen) {
    Gate gate = view.gate().orElseThrow();
    if (gate.type() == GateType.CONFIRMATION) {
      Optional<PlanDraft> plan = session.carried().plan();
      GatePage.write(page, gate);
      plan.ifPresent(draft -> PlanPage.overview(page, draft.plan()));
    } else if (onOneScreen) {
      GatePage.writeShort(page, gate);
    } else {
      GatePage.write(page, gate);
    }
    view.deadlineAt().ifPresent(at -> page.field("Deadline", SessionPage.deadline(view, at)));
  }

  /** Writes how to answer: a line for copying, what may stand in its place, and what is behind. */
  public static void answers(Page page, SessionView view) {
    Gate gate = view.gate().orElseThrow();
    List<String> arguments = AnswerLines.arguments(gate);
    page.heading("Answer with")
        .verbatim(
            2,
            "conclave answer %s %s --gate %s"
                .formatted(view.session(), arguments.get(0), gate.id()));
    page.text(
        "Or, in place of `%s`: %s."
            .formatted(
                arguments.get(0), String.join(", ", arguments.subList(1, arguments.size()))));
    if (!view.rounds().isEmpty()) {
      page.text("What is behind it:")
          .verbatim(
              2,
              "conclave show "
                  + view.session()
                  + (gate.type() == GateType.CONFIRMATION
                      ? " --plan"
                      : " --round " + view.rounds().size()));
    }
  }

  /**
   * The same for those who are not asked now, with how to answer.
   *
   * @param ui the session's page in the Temporal UI
   * @param lasting whether the session goes on when this process ends
   */
  static void waiting(
      Page page, Session session, SessionView view, Optional<String> ui, boolean lasting) {
    Gate gate = view.gate().orElseThrow();
    page.field("Session", session.id());
    page.field("Awaiting", "your answer at gate " + gate.id());
    ui.ifPresent(url -> page.field("Temporal UI", url));
    write(page, session, view, false);
    if (lasting) {
      answers(page, view);
    } else {
      page.heading(
          "The in-memory server ends with this command; the session is kept in its folder");
      page.verbatim(2, "conclave resume " + session.id());
      page.text(
          "At a terminal, where it can ask you. With the `temporal` command installed sessions"
              + " last, and can be answered from anywhere.");
    }
  }
}
