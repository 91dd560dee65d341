package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.List;
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
    sentences.addAll(RoundAccount.doubts(session));
    sentences.addAll(standing(session));
    session.last.ifPresent(last -> sentences.addAll(disagreements(session, last)));
    return List.copyOf(sentences);
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
              ? GateContent.DEGRADED + ": no model-backed analysis is among these"
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
