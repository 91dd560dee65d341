package dev.conclave.client.cli;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One of the numbered choices at a gate.
 *
 * @param label what a person reads beside the number
 * @param solution number of the approved one
 */
record GateChoice(String label, AnswerKind kind, Optional<Integer> solution) {

  /** The choices of a gate: each option to approve, then its other kinds. */
  static List<GateChoice> of(Gate gate) {
    List<GateChoice> choices = new ArrayList<>();
    for (AnswerKind kind : gate.kinds()) {
      if (kind == AnswerKind.APPROVE) {
        for (Option option : gate.shown().options()) {
          choices.add(
              new GateChoice("approve: " + option.name(), kind, Optional.of(option.number())));
        }
      } else {
        choices.add(new GateChoice(label(kind), kind, Optional.empty()));
      }
    }
    return choices;
  }

  private static String label(AnswerKind kind) {
    return switch (kind) {
      case APPROVE -> "approve";
      case CLARIFY -> "clarify: answer the questions, then another round";
      case PROCEED -> "proceed: decide with what there is";
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION -> "a different direction: start over with it";
      case MORE_ANALYSIS -> "more analysis: another round";
      case EXECUTE -> "execute the plan";
      case MODIFY -> "modify: the planner revises the plan with your wish";
      case BACK -> "back to the decision";
      case SAVE -> "save the plan, and end the session for now";
      case RAISE -> "raise the budget";
      case DROP_AGENT -> "drop an agent";
      case DECIDE -> "decide with what there is";
      case CANCEL -> "cancel the session";
    };
  }
}
