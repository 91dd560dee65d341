package dev.conclave.workflows.gate;

import static dev.conclave.workflows.gate.AnswerKind.*;

import java.util.List;

/**
 * What a gate asks of the human, with the kinds of answer it takes, most usual first, and what each
 * of them has to bring.
 */
public enum GateType {
  CLARIFICATION(
      taking(CLARIFY, Need.WORDS),
      taking(PROCEED),
      taking(CHANGE_DIRECTION, Need.TEXT),
      taking(CANCEL)),
  DECISION(
      taking(APPROVE, Need.SOLUTION).onceChecked(),
      taking(MORE_ANALYSIS),
      taking(DIFFERENT_DIRECTION, Need.TEXT),
      taking(CANCEL)),
  CONFIRMATION(
      taking(EXECUTE).onceChecked(),
      taking(MODIFY, Need.TEXT),
      taking(BACK),
      taking(SAVE),
      taking(CANCEL)),
  BUDGET(
      taking(RAISE, Need.BUDGET), taking(DROP_AGENT, Need.AGENT), taking(DECIDE), taking(CANCEL)),
  CONFLICT(taking(CHOOSE, Need.STRATEGY), taking(CUSTOM), taking(SKIP)),
  CONFLICT_QUESTIONS(taking(REPLY, Need.ANSWERS)),
  CONFIGURATION(taking(APPROVE)),
  TASKS(taking(APPROVE), taking(CANCEL)),
  WAVE_FAILURE(taking(RETRY), taking(ABORT)),
  DISCUSSION(taking(DEEPEN), taking(ADJUST, Need.TEXT), taking(ASK, Need.QUESTIONS), taking(DONE)),
  COMPLETION(taking(ARCHIVE), taking(KEEP), taking(EXPORT, Need.TARGET));

  /**
   * One kind of answer at one type of gate.
   *
   * @param checked whether it is held against the workspace before the session acts on it
   */
  private record Taking(AnswerKind kind, Need need, boolean checked) {
    Taking onceChecked() {
      return new Taking(kind, need, true);
    }
  }

  private final List<Taking> takings;

  GateType(Taking... takings) {
    this.takings = List.of(takings);
  }

  private static Taking taking(AnswerKind kind) {
    return taking(kind, Need.NOTHING);
  }

  private static Taking taking(AnswerKind kind, Need need) {
    return new Taking(kind, need, false);
  }

  /** Every kind that such a gate can take; an open gate may offer fewer. */
  public List<AnswerKind> kinds() {
    return takings.stream().map(Taking::kind).toList();
  }

  /**
   * What an answer of that kind has to bring to such a gate.
   *
   * @throws IllegalArgumentException when it takes no such kind
   */
  public Need need(AnswerKind kind) {
    return taken(kind).need();
  }

  /**
   * Whether an answer of that kind is held against the workspace before the session acts on it.
   *
   * @throws IllegalArgumentException when the gate takes no such kind
   */
  public boolean checks(AnswerKind kind) {
    return taken(kind).checked();
  }

  /** Whether one of several options is approved here: what a deadline's policy can do by itself. */
  public boolean approvesOption() {
    return takings.stream()
        .anyMatch(taking -> taking.kind() == APPROVE && taking.need() == Need.SOLUTION);
  }

  private Taking taken(AnswerKind kind) {
    return takings.stream()
        .filter(taking -> taking.kind() == kind)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(this + " takes " + kinds() + ", not " + kind));
  }
}
