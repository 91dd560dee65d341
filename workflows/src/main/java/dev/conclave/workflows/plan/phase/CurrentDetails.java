package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.wire.Markdown;
import dev.conclave.workflows.wire.Words;
import dev.conclave.workflows.workspace.Workspace;
import java.util.List;

/**
 * Where a session stands, in Markdown, as the Temporal UI shows it: what a human has to know first,
 * then the command that answers. Texts of agents and people are escaped. Pure: from the session's
 * state alone.
 */
final class CurrentDetails {
  private final PlanSession session;
  private final DetailText text = new DetailText();

  private CurrentDetails(PlanSession session) {
    this.session = session;
  }

  static String of(PlanSession session) {
    CurrentDetails details = new CurrentDetails(session);
    details.heading();
    session.ending().ifPresent(ending -> details.text.paragraph(DetailText.plain(ending)));
    details.host();
    List<String> shown = session.gates().open().map(gate -> gate.shown().notes()).orElse(List.of());
    session
        .gates()
        .open()
        .ifPresentOrElse(gate -> GateDetails.add(session, gate, details.text), details::work);
    details.text.list(session.notes().stream().filter(note -> !shown.contains(note)).toList());
    details.rounds(shown);
    return details.text.add(Markdown.END).toString();
  }

  private void heading() {
    String round = session.round() == 0 ? "" : ", round " + session.round();
    String what =
        session.gates().open().map(gate -> "awaits " + Words.of(gate.type())).orElse(phase());
    text.paragraph("### " + what + round);
    session
        .deadlineAt()
        .filter(at -> !session.phase.closed())
        .ifPresent(at -> text.paragraph("Deadline: " + DetailText.time(at) + then()));
  }

  private String then() {
    return session
        .request()
        .deadline()
        .map(deadline -> "; then " + deadline.policy().then())
        .orElse("");
  }

  private String phase() {
    return session.standing();
  }

  /** Who holds the session up: only the list of activities shows whether anybody does. */
  private void host() {
    boolean idle = session.gates().open().filter(gate -> !gate.checking()).isPresent();
    if (session.phase.closed()) {
      return;
    }
    session
        .hindrance()
        .ifPresentOrElse(
            why -> text.paragraph("**" + DetailText.plain(why) + "**"),
            () ->
                session
                    .workspace()
                    .map(Workspace::hostName)
                    .or(() -> session.request().workspace().host())
                    .filter(name -> !idle)
                    .ifPresent(
                        name ->
                            text.paragraph(
                                "On host "
                                    + DetailText.plain(name)
                                    + ": an activity that stays Scheduled waits for its worker.")));
  }

  /** Nothing is awaited from a human: who works, or how to go on. */
  private void work() {
    switch (session.phase) {
      case ANALYZING ->
          text.paragraph(
              "Asked: "
                  + DetailText.inLine(session.analysts)
                  + ". Pending Activities show how far they are.");
      case GENERATING_PLAN -> text.paragraph("The plan is being written.");
      case SAVED, CANCELLED, FAILED ->
          text.paragraph("Go on with `conclave resume " + session.id() + "`");
      default -> {}
    }
  }

  /** What each round came to, but what the gate has said already. */
  private void rounds(List<String> shown) {
    text.list(
        session.rounds.stream()
            .filter(round -> !shown.contains(round.convergence().rationale()))
            .map(round -> "round " + round.number() + ": " + round.convergence().rationale())
            .toList());
  }
}
