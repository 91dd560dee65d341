package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.temporal.Cut;
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
  static List<String> of(PlanState session) {
    List<String> sentences = new ArrayList<>(uncertainty(session));
    sentences.addAll(RoundAccount.of(session));
    sentences.addAll(standing(session));
    sentences.addAll(open(session, Set.of()));
    return List.copyOf(sentences);
  }

  /**
   * Open conflicts and disputed points.
   *
   * @param asked ids of those that are not named, because the gate asks about them
   */
  static List<String> open(PlanState session, Set<String> asked) {
    List<String> languages = session.request().languages();
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
        .map(side -> Cut.shown(side.position().in(languages), SIDE))
        .collect(Collectors.joining("; ", " (", ")"));
  }

  /** That the agents did not converge, and why no further round follows. */
  static List<String> uncertainty(PlanState session) {
    return session.last.filter(Uncertainty::uncertain).stream()
        .map(
            last ->
                "uncertain: the agents did not converge, and "
                    + Uncertainty.reason(session, last)
                    + (last.solutions().isEmpty() ? "" : "; these are the best options so far"))
        .toList();
  }

  /** What the options lack that would make them more than one agent's word. */
  static List<String> standing(PlanState session) {
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
}
