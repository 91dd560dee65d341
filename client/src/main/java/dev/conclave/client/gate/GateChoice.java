package dev.conclave.client.gate;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One of the choices at a gate.
 *
 * @param option number of the one that is approved or chosen
 * @param what comes of it
 */
public record GateChoice(AnswerKind kind, Optional<Integer> option, String what) {
  /** Whose words are for somebody to read; all others are complete without. */
  public static final Set<AnswerKind> TAKE_TEXT =
      EnumSet.of(
          AnswerKind.CLARIFY,
          AnswerKind.CHANGE_DIRECTION,
          AnswerKind.DIFFERENT_DIRECTION,
          AnswerKind.MORE_ANALYSIS,
          AnswerKind.MODIFY,
          AnswerKind.ADJUST);

  /** Who goes on with the discussion, and can answer its questions on the way. */
  private static final Set<AnswerKind> GO_ON =
      EnumSet.of(
          AnswerKind.APPROVE,
          AnswerKind.CLARIFY,
          AnswerKind.REPLY,
          AnswerKind.PROCEED,
          AnswerKind.MORE_ANALYSIS,
          AnswerKind.CHANGE_DIRECTION,
          AnswerKind.DIFFERENT_DIRECTION);

  /** The choices of a gate: each option to approve, then its other kinds. */
  static List<GateChoice> of(Gate gate) {
    List<GateChoice> choices = new ArrayList<>();
    for (AnswerKind kind : gate.kinds()) {
      if (gate.type().need(kind).choosesOption()) {
        for (Option option : gate.shown().options()) {
          choices.add(
              new GateChoice(
                  kind, Optional.of(option.number()), Words.of(kind) + ": " + option.name()));
        }
      } else {
        choices.add(new GateChoice(kind, Optional.empty(), Words.of(kind) + ": " + label(kind)));
      }
    }
    return choices;
  }

  /** Whether answers to the gate's questions can go along with it. */
  boolean carriesAnswers() {
    return GO_ON.contains(kind);
  }

  /** What becomes of words that go along with it. */
  String withWords() {
    return option.map(number -> "a constraint of " + Words.of(kind) + " " + number).orElse(what);
  }

  /** The letter that stands for a kind; unlike all others of a gate. */
  static String letter(AnswerKind kind) {
    return switch (kind) {
      case APPROVE -> "a";
      case CLARIFY -> "c";
      case PROCEED -> "p";
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, DROP_AGENT -> "d";
      case MORE_ANALYSIS, MODIFY -> "m";
      case EXECUTE -> "e";
      case BACK -> "b";
      case SAVE -> "s";
      case RAISE -> "r";
      case DECIDE -> "n";
      case CHOOSE, REPLY -> "c";
      case CUSTOM -> "o";
      case SKIP -> "s";
      case RETRY -> "r";
      case ABORT -> "x";
      case DEEPEN -> "d";
      case ADJUST -> "j";
      case ASK -> "i";
      case DONE -> "n";
      case ARCHIVE -> "a";
      case KEEP -> "k";
      case EXPORT -> "e";
      case CANCEL -> "x";
    };
  }

  private static String label(AnswerKind kind) {
    return switch (kind) {
      case APPROVE -> "go on with it";
      case CLARIFY -> "answer the questions, then another round";
      case PROCEED -> "decide with what there is";
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION -> "start over with other words";
      case MORE_ANALYSIS -> "another round";
      case EXECUTE -> "hand the plan over to be carried out";
      case MODIFY -> "the planner revises the plan as you wish";
      case BACK -> "to the decision among the solutions";
      case SAVE -> "keep the plan, and end the session for now";
      case RAISE -> "set the budget higher";
      case DROP_AGENT -> "ask one of the agents no more";
      case DECIDE -> "now, with what there is";
      case CHOOSE -> "resolve the conflict so";
      case CUSTOM -> "resolve the conflict yourself";
      case SKIP -> "leave the conflict unresolved";
      case REPLY -> "answer the questions";
      case RETRY -> "try once more";
      case ABORT -> "go no further";
      case DEEPEN -> "discuss further";
      case ADJUST -> "discuss in another direction";
      case ASK -> "have questions of your own looked into";
      case DONE -> "conclude with what there is";
      case ARCHIVE -> "move the results to the archive";
      case KEEP -> "leave the results where they are";
      case EXPORT -> "write the results to a directory";
      case CANCEL -> "end the session; what is known is kept";
    };
  }
}
