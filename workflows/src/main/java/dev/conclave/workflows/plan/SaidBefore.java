package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Accepted;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a gate reminds of: the answers that were given before, and what they leave open. Pure. */
final class SaidBefore {
  private static final int ITEMS = 5;
  private static final int QUESTION = 120;
  private static final int ANSWER = 200;

  private SaidBefore() {}

  /**
   * The newest direction, the newest answers since and what contradicts them, one sentence each.
   */
  static List<String> of(PlanState session) {
    List<String> sentences = new ArrayList<>();
    session.directionText.ifPresent(
        words -> sentences.add("new direction: " + Cut.shown(words, ANSWER)));
    List<Clarification> said = Clarifications.of(session.decisions());
    said.stream()
        .skip(Math.max(0, said.size() - ITEMS))
        .map(SaidBefore::sentence)
        .forEach(sentences::add);
    session.last.stream()
        .flatMap(last -> last.ledger().points().stream())
        .filter(point -> point.against().isPresent())
        .limit(ITEMS)
        .map(
            point ->
                "against your decision: "
                    + point.id()
                    + " "
                    + Cut.shown(point.sentence().in(session.request().languages()), QUESTION))
        .forEach(sentences::add);
    return sentences;
  }

  private static String sentence(Clarification said) {
    String answer = Cut.shown(said.answer(), ANSWER);
    String who = Bounds.topic(said.by());
    return said.question().isEmpty()
        ? "said by " + who + ": " + answer
        : "decided: " + Cut.shown(said.question(), QUESTION) + " — " + answer + " (" + who + ")";
  }

  /** What was set for an earlier plan and holds for the next one, with how to leave it out. */
  static List<String> kept(PlanState session) {
    Kept kept = Kept.of(session.decisions());
    List<String> lines = new ArrayList<>();
    for (String text : kept.all()) {
      lines.add(
          "kept "
              + (lines.size() + 1)
              + ", "
              + (lines.size() < kept.constraints().size() ? "a constraint" : "asked for by modify")
              + ": \""
              + Cut.shown(text, ANSWER)
              + "\"");
    }
    if (!lines.isEmpty()) {
      lines.add(
          "kept for the next plan unless you leave it out: approve with --constraint \"without 1\""
              + (lines.size() == 1 ? "" : ", or \"without all\""));
    }
    Accepted.approval(session.decisions())
        .flatMap(approval -> approval.answer().scope())
        .ifPresent(
            scope ->
                lines.add(
                    "not kept is the scope that you set: say --include and --exclude again if it is"
                        + " to hold"));
    return lines;
  }

  /** Questions of the last round that nobody has answered yet, in the session's language. */
  static List<Question> unanswered(PlanState session) {
    Set<String> answered =
        Clarifications.answers(session.decisions()).stream()
            .map(HumanAnswer::id)
            .collect(Collectors.toSet());
    return session.last.map(Synthesis::questions).orElse(List.of()).stream()
        .filter(question -> !answered.contains(question.id()))
        .map(question -> question.in(session.request().languages()))
        .toList();
  }
}
