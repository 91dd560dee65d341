package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.plan.SessionView.PlanLine;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import dev.conclave.workflows.wire.Cut;
import dev.conclave.workflows.workspace.Workspace;
import java.util.List;
import java.util.Optional;

/** The answers to queries. Pure: from the session's state alone. */
final class Views {
  private static final int TASK_SHOWN = 4_000;

  private Views() {}

  /** One word for where a session stands: active, awaiting, complete, saved, cancelled, failed. */
  static String status(Phase phase, boolean gateOpen) {
    return switch (phase) {
      case COMPLETE -> "complete";
      case SAVED -> "saved";
      case CANCELLED -> "cancelled";
      case FAILED -> "failed";
      case AWAITING_CLARIFICATION, AWAITING_DECISION, AWAITING_CONFIRMATION -> "awaiting";
      default -> gateOpen ? "awaiting" : "active";
    };
  }

  static SessionView session(Session session) {
    return new SessionView(
        session.id,
        Cut.shown(session.request.task(), TASK_SHOWN),
        status(session.phase, session.gates.open().isPresent()),
        session.phase,
        session.round(),
        session.request.maxRounds(),
        session.roundsLeft,
        session.analysts.isEmpty() ? session.request.tools() : session.analysts,
        session.createdAt,
        session.updatedAt(),
        session.workspace.map(w -> w.sessionsFolder() + "/" + session.id),
        session.workspace.map(Workspace::host).or(() -> session.request.workspace().host()),
        session.workspace.map(Workspace::hostName),
        session
            .workspace
            .map(Workspace::host)
            .or(() -> session.request.workspace().host())
            .map(TaskQueues::host),
        session.gates.open(),
        List.copyOf(session.live),
        session.rounds.stream().map(Views::line).toList(),
        List.copyOf(session.notes),
        session.spending.book(),
        session.plan.map(
            draft ->
                new PlanLine(
                    draft.plan().summary(),
                    draft.plan().tasks().size(),
                    draft.plan().degraded(),
                    draft.errors(),
                    session
                        .approval()
                        .flatMap(approval -> approval.answer().executionMethod())
                        .orElse(ExecutionMethod.AGENT))),
        session.deadlineAt,
        session.gates.book().refused(),
        session.ending);
  }

  static RoundView round(Session session, int number) {
    int wanted = number == 0 ? session.rounds.size() : number;
    if (wanted < 1 || wanted > session.rounds.size()) {
      throw new IllegalArgumentException(
          session.rounds.isEmpty()
              ? "no round is over yet"
              : "there is no round "
                  + number
                  + "; rounds 1 to "
                  + session.rounds.size()
                  + " are over");
    }
    RoundRecord record = session.rounds.get(wanted - 1);
    return new RoundView(
        record,
        wanted == session.rounds.size() ? session.last : Optional.empty(),
        "rounds/" + wanted + "/synthesis.json");
  }

  private static RoundLine line(RoundRecord round) {
    return new RoundLine(
        round.number(),
        round.runs().stream()
            .filter(run -> run.status().equals("answered") && run.reason().isEmpty())
            .map(AgentRun::agent)
            .toList(),
        round.runs().stream()
            .filter(run -> !run.status().equals("answered"))
            .map(run -> run.agent() + ": " + run.status())
            .toList(),
        round.solutions().size(),
        round.convergence().score(),
        round.convergence().newInsights(),
        round.convergence().recommendation());
  }
}
