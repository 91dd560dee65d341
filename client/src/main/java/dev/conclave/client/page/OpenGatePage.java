package dev.conclave.client.page;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import java.util.List;
import java.util.Optional;

/** The open gate of a session: what it asks, how to answer it, and what is behind it. */
public final class OpenGatePage {
  private OpenGatePage() {}

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
   * Writes the gate for those who are not asked now, with how to answer.
   *
   * @param ui the session's page in the Temporal UI
   * @param lasting whether the session goes on when this process ends
   */
  public static void waiting(
      Page page, Session session, SessionView view, Optional<String> ui, boolean lasting) {
    page.field("Session", session.id());
    page.field("Awaiting", "your answer at gate " + view.gate().orElseThrow().id());
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

  /**
   * What a person may want to read in full before answering.
   *
   * @param what a solution's number, {@code plan} or {@code round}; empty for all that the gate is
   *     about
   */
  public static Page behind(Screen screen, Session session, Gate gate, String what) {
    Page page = new Page(screen);
    try {
      PlanState state = session.carried();
      if (what.equals("plan") || (what.isEmpty() && gate.type() == GateType.CONFIRMATION)) {
        state
            .plan()
            .ifPresentOrElse(plan -> PlanPage.write(page, plan), () -> page.text("No plan yet."));
      } else if (what.equals("round") || what.isEmpty()) {
        if (what.isEmpty()) {
          GatePage.write(page, gate);
        }
        if (!state.rounds().isEmpty()) {
          RoundPage.write(page, RoundView.of(state, 0), state.request().languages());
        }
      } else {
        solution(page, what, state.last().map(Synthesis::solutions).orElse(List.of()));
      }
    } catch (ServerException | Refusal e) {
      page.text(String.valueOf(e.getMessage()));
    }
    return page;
  }

  private static void solution(Page page, String word, List<Solution> solutions) {
    int number = word.matches("\\d{1,3}") ? Integer.parseInt(word) : 0;
    if (number >= 1 && number <= solutions.size()) {
      PlanPage.write(page, number, solutions.get(number - 1));
    } else {
      page.text(
          "There is no \"%s\" to view: a solution's number%s, round or plan."
              .formatted(word, solutions.isEmpty() ? "" : " from 1 to " + solutions.size()));
    }
  }
}
