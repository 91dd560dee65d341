package dev.conclave.activities.discussion.convergence;

import dev.conclave.activities.discussion.Label;
import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.activities.discussion.similarity.Alike;
import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.NumberedSides;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a human is asked to clarify; docs/discussion.md, section 6. Pure. */
public final class Questions {
  /** At most so many. */
  public static final int AT_MOST = 4;

  static final int CONCERNS = 2;
  private static final int QUOTED = 200;

  private final List<Label> questions = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final Alike alike = Alike.over(List.of());

  private Questions() {}

  /**
   * Open disagreements first, then the weightiest concerns, then effort against quality.
   *
   * @param concerns that are put to the human, the first two without an answer are asked of
   * @param answered questions of earlier rounds that have their answer: none is asked again, and no
   *     concern in other words
   */
  public static List<Label> of(
      List<Disagreement> disagreements,
      List<Concern> concerns,
      List<Solution> solutions,
      List<String> answered) {
    Questions questions = new Questions();
    answered.forEach(question -> questions.asked.add(Asked.about(question)));
    Set<Disagreement> known = new HashSet<>();
    answered.forEach(question -> Settled.asked(question, disagreements).ifPresent(known::add));
    disagreements.stream()
        .filter(one -> one.open() && !known.contains(one))
        .forEach(questions::disagreement);
    int before = questions.questions.size();
    for (Concern concern : concerns) {
      if (questions.questions.size() < before + CONCERNS
          && !answered.contains(concern.question())) {
        questions.ask(concern.text(), concern(concern.text()));
      }
    }
    questions.effortAgainstQuality(solutions);
    return questions.questions.stream().limit(AT_MOST).toList();
  }

  /** Each has its question: that two are about much the same does not settle either. */
  private void disagreement(Disagreement open) {
    Label question = about(open);
    if (!questions.contains(question)) {
      asked.add(open.topic());
      questions.add(question);
    }
  }

  /** The disagreements, those that are asked about with their question in a session's language. */
  public static List<Disagreement> asked(
      List<Disagreement> disagreements, List<Label> questions, List<String> languages) {
    return disagreements.stream()
        .map(
            one ->
                one.open() && questions.contains(about(one))
                    ? one.asked(about(one).in(languages))
                    : one)
        .toList();
  }

  private void ask(String about, Label question) {
    boolean known =
        asked.stream().anyMatch(one -> one.equals(about) || alike.same(one, about))
            || questions.contains(question);
    if (!known) {
      asked.add(about);
      questions.add(question);
    }
  }

  /** What is asked about a disagreement; the same words whenever it is the same. */
  static Label about(Disagreement open) {
    String sides =
        NumberedSides.of(
            open.positions().stream()
                .map(position -> position.agent() + ": \"" + quoted(position.statement()) + "\"")
                .toList());
    String topic = quoted(open.topic());
    return new Label(
        "The agents disagree on \"" + topic + "\" " + sides + ". Which should hold?",
        "各方对“" + topic + "”意见不一 " + sides + "。以哪一个为准？");
  }

  /** What is asked of a concern; the same words whenever it is the same. */
  static Label concern(String concern) {
    String quoted = quoted(concern);
    return new Label(
        "Must the solution deal with this concern, or is it acceptable: \"" + quoted + "\"?",
        "方案必须解决这个顾虑，还是可以接受：“" + quoted + "”？");
  }

  private void effortAgainstQuality(List<Solution> solutions) {
    for (Solution cheap : solutions) {
      for (Solution thorough : solutions) {
        if (cheap.effort() == Level.LOW && thorough.effort() == Level.HIGH) {
          String low = cheap.name();
          String high = thorough.name();
          ask(
              Asked.EFFORT,
              new Label(
                  Asked.EFFORT_EN
                      + "low effort (\""
                      + low
                      + "\") or the more thorough solution at high effort (\""
                      + high
                      + "\")?",
                  Asked.EFFORT_ZH + "低投入（“" + low + "”），还是投入高但更彻底的方案（“" + high + "”）？"));
          return;
        }
      }
    }
  }

  static String quoted(String text) {
    String words = Citations.without(text).replaceAll("\\s+", " ").strip();
    return Cut.shown(words, QUOTED);
  }
}
