package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.Markdown;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;

/**
 * Where a session stands, in Markdown, as the Temporal UI shows it: what a human has to know first,
 * then the command that answers. Texts of agents and people are escaped. Pure: from the session's
 * state alone.
 */
public final class CurrentDetails {
  private final PlanState state;
  private final Optional<Gate> open;
  private final DetailText text = new DetailText();

  private CurrentDetails(PlanState state) {
    this.state = state;
    this.open = state.gates().open();
  }

  /** The whole text. */
  static String of(PlanState state) {
    CurrentDetails details = new CurrentDetails(state);
    details.heading();
    state.ending().ifPresent(ending -> details.text.paragraph(DetailText.plain(ending)));
    details.host();
    List<String> shown = details.open.map(gate -> gate.shown().notes()).orElse(List.of());
    details.open.ifPresentOrElse(gate -> GateDetails.add(state, gate, details.text), details::work);
    details.text.list(state.notes().stream().filter(note -> !shown.contains(note)).toList());
    details.rounds(shown);
    return details.text.add(Markdown.END).toString();
  }

  private void heading() {
    String round = state.round() == 0 ? "" : ", round " + state.round();
    String what =
        open.map(gate -> "awaits " + Words.of(gate.type())).orElse(Words.of(state.phase()));
    text.paragraph("### " + what + round);
    state
        .deadlineAt()
        .filter(at -> !state.phase().closed())
        .ifPresent(at -> text.paragraph("Deadline: " + DetailText.time(at) + then()));
  }

  private String then() {
    return state
        .request()
        .deadline()
        .map(deadline -> "; then " + deadline.policy().then())
        .orElse("");
  }

  /** Who holds the session up: only the list of activities shows whether anybody does. */
  private void host() {
    boolean idle = open.filter(gate -> !gate.checking()).isPresent();
    if (state.phase().closed()) {
      return;
    }
    state.hindrance().ifPresentOrElse(
        why -> text.paragraph("**" + DetailText.plain(why) + "**"),
        () ->
            state
                .workspace()
                .map(Workspace::hostName)
                .or(() -> state.request().workspace().host())
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
    state
        .directionText
        .ifPresent(words -> text.paragraph("New direction: " + DetailText.plain(words)));
    switch (state.phase()) {
      case ANALYZING ->
          text.paragraph(
              "Asked: "
                  + DetailText.inLine(state.analysts)
                  + ". Pending Activities show how far they are.");
      case GENERATING_PLAN -> text.paragraph("The plan is being written.");
      case SAVED, CANCELLED, FAILED ->
          text.paragraph("Go on with `conclave resume " + state.session() + "`");
      default -> {}
    }
  }

  /** What each round came to, but what the gate has said already. */
  private void rounds(List<String> shown) {
    text.list(
        state.rounds().stream()
            .filter(round -> !shown.contains(round.convergence().rationale()))
            .map(round -> "round " + round.number() + ": " + round.convergence().rationale())
            .toList());
  }
}
