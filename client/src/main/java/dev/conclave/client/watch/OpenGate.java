package dev.conclave.client.watch;

import dev.conclave.client.page.DiscussionPage;
import dev.conclave.client.page.GatePage;
import dev.conclave.client.page.PlanPage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.SessionView;
import java.util.List;
import java.util.Optional;

/** An open gate on a page, with what stands behind it. */
public final class OpenGate {
  private OpenGate() {}

  /** The gate, and what stands behind it: the discussion, or the plan. */
  public static void write(Page page, Session session, SessionView view) {
    Gate gate = view.gate().orElseThrow();
    Optional<Synthesis> last =
        gate.shown().options().isEmpty() ? Optional.empty() : session.round(0).synthesis();
    GatePage.write(page, gate, last.map(Synthesis::solutions).orElse(List.of()));
    last.ifPresent(
        synthesis ->
            DiscussionPage.writeShort(
                page,
                synthesis,
                "conclave show " + session.id() + " --round " + synthesis.round()));
    if (gate.type() == GateType.CONFIRMATION) {
      session.carried().plan().ifPresent(draft -> PlanPage.overview(page, draft.plan()));
    }
    view.deadlineAt().ifPresent(at -> page.field("Deadline", SessionPage.deadline(view, at)));
    if (gate.type() == GateType.DECISION || gate.type() == GateType.CLARIFICATION) {
      FailedAgents.write(page, view);
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
    write(page, session, view);
    if (lasting) {
      page.heading("Answer with one of");
      AnswerLines.of(session.id(), gate).forEach(line -> page.verbatim(2, line));
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
