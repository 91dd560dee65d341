package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.host.SearchAttributes;
import dev.conclave.workflows.wire.Words;
import io.temporal.workflow.Workflow;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tells where the session stands: search attributes for lists, current details for the UI,
 * notifications for people elsewhere.
 */
final class Telling {
  private final Session session;
  private final Notifying people;
  private String told = "";

  Telling(Session session) {
    this.session = session;
    people = new Notifying(session);
  }

  /** Those who are elsewhere. */
  Notifying people() {
    return people;
  }

  /** Tells it; nothing enters history when nothing changed. */
  void tell() {
    Optional<Gate> gate = session.gates.open();
    String awaiting = gate.map(g -> Words.of(g.type())).orElse("none");
    String now = session.phase + "/" + session.round() + "/" + awaiting;
    if (session.request.searchAttributes() && !now.equals(told)) {
      Workflow.upsertTypedSearchAttributes(
          SearchAttributes.PHASE.valueSet(Words.of(session.phase)),
          SearchAttributes.ROUND.valueSet((long) session.round()),
          SearchAttributes.AWAITING.valueSet(awaiting),
          SearchAttributes.REPO.valueSet(
              session.workspace.map(w -> SearchAttributes.cut(w.key())).orElse("unknown")));
      told = now;
    }
    Workflow.setCurrentDetails(details(gate));
  }

  private String details(Optional<Gate> gate) {
    StringBuilder text = new StringBuilder();
    text.append("**").append(Words.of(session.phase)).append("**");
    if (session.round() > 0) {
      text.append(" · round ").append(session.round());
    }
    text.append("\n\n");
    session.ending.ifPresent(ending -> text.append(ending).append("\n\n"));
    gate.ifPresent(open -> gate(text, open));
    for (RoundRecord round : session.rounds) {
      text.append("- round ").append(round.number()).append(": ");
      text.append(round.convergence().rationale()).append('\n');
    }
    return text.toString();
  }

  private void gate(StringBuilder text, Gate gate) {
    text.append("Gate `").append(gate.id()).append("`: ").append(gate.shown().title());
    text.append("\n\n");
    for (Option option : gate.shown().options()) {
      text.append(option.number()).append(". **").append(option.name()).append("** (effort ");
      text.append(Words.of(option.effort())).append(", risk ").append(Words.of(option.risk()));
      text.append(", by ").append(String.join(", ", option.sources())).append("): ");
      text.append(option.summary()).append('\n');
    }
    gate.shown().questions().forEach(question -> text.append("- ").append(question).append('\n'));
    gate.shown().notes().forEach(note -> text.append("> ").append(note).append('\n'));
    text.append("\nTakes: ");
    text.append(gate.kinds().stream().map(Words::of).collect(Collectors.joining(", ")));
    text.append("\n\n```\nconclave answer ").append(session.id).append(' ');
    text.append(Words.of(gate.kinds().get(0)));
    text.append(gate.shown().options().isEmpty() ? "" : " --solution 1").append("\n```\n");
  }
}
