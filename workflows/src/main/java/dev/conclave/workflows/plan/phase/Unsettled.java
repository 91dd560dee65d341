package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the discussion has left open: whoever decides now has to live with it. Pure. */
final class Unsettled {
  private static final int DISAGREEMENTS = 8;
  private static final int TOPIC = 120;
  private static final int SIDE = 160;

  private Unsettled() {}

  /** All of it in sentences, for a reader who has not seen the gate. */
  static List<String> of(PlanSession session) {
    List<String> sentences = new ArrayList<>(uncertainty(session));
    sentences.addAll(RoundAccount.of(session));
    sentences.addAll(standing(session));
    session.last.ifPresent(last -> sentences.addAll(disagreements(session, last)));
    return List.copyOf(sentences);
  }

  /** Open conflicts and disputed points that the gate does not ask about. */
  static List<String> open(PlanSession session) {
    List<String> languages = session.request().languages();
    Set<String> asked =
        SaidBefore.unanswered(session).stream().map(Question::id).collect(Collectors.toSet());
    List<String> open = new ArrayList<>();
    session.last.ifPresent(
        last -> {
          last.ledger().conflicts().stream()
              .filter(one -> one.open() && !asked.contains(one.id()))
              .map(one -> named(one.id(), one.question().in(languages)) + sides(one, languages))
              .forEach(open::add);
          last.ledger().points(State.DISPUTED).stream()
              .filter(one -> !asked.contains(one.id()))
              .map(one -> named(one.id(), one.sentence().in(languages)) + " (disputed)")
              .forEach(open::add);
        });
    return open.stream().limit(DISAGREEMENTS).toList();
  }

  private static String named(String id, String text) {
    return GateContent.OPEN + id + " " + Cut.shown(text, TOPIC);
  }

  private static String sides(Conflict conflict, List<String> languages) {
    return conflict.sides().stream()
        .map(side -> Cut.shown(side.position().in(languages), TOPIC))
        .collect(Collectors.joining("; ", " (", ")"));
  }

  /** That the agents did not converge, and why no further round follows. */
  static List<String> uncertainty(PlanSession session) {
    return session.last.filter(Uncertainty::uncertain).stream()
        .map(
            last ->
                "uncertain: the agents did not converge, and "
                    + Uncertainty.reason(session, last)
                    + (last.solutions().isEmpty() ? "" : "; these are the best options so far"))
        .toList();
  }

  /** What the options lack that would make them more than one agent's word. */
  static List<String> standing(PlanSession session) {
    List<String> sentences = new ArrayList<>();
    if (session.last.filter(Synthesis::notCrossVerified).isPresent()) {
      sentences.add(
          "not cross-verified: nobody could compare the analyses, so no agreement or conflict"
              + " between them is known");
    }
    if (session.last.filter(Synthesis::degraded).isPresent()) {
      sentences.add(
          session.rounds.get(session.rounds.size() - 1).withoutModels()
              ? GateContent.DEGRADED
                  + ": no model-backed analysis is among these; `conclave doctor` says why"
              : "no agent answered in the form that was asked for: this is what could be picked out"
                  + " of their texts");
    }
    return sentences;
  }

  private static List<String> disagreements(PlanSession session, Synthesis last) {
    List<Disagreement> open =
        last.crossVerification(session.request().languages()).disagreements().stream()
            .filter(Disagreement::open)
            .toList();
    List<String> sentences =
        new ArrayList<>(open.stream().limit(DISAGREEMENTS).map(Unsettled::sides).toList());
    if (open.size() > DISAGREEMENTS) {
      sentences.add("and " + (open.size() - DISAGREEMENTS) + " more open disagreements");
    }
    return sentences;
  }

  private static String sides(Disagreement open) {
    return "open disagreement on \""
        + Cut.shown(open.topic(), TOPIC)
        + "\": "
        + open.positions().stream()
            .map(side -> side.agent() + ": \"" + Cut.shown(side.statement(), SIDE) + "\"")
            .collect(Collectors.joining("; "));
  }
}
