package dev.conclave.workflows.gate;

import java.util.Arrays;
import java.util.List;

/** The types of gates. {@link AnswerKind} defines which answers each type takes. */
public enum GateType {
  CLARIFICATION,
  DECISION,
  CONFIRMATION,
  BUDGET,
  QUESTIONS,
  CONFLICT,
  CONFLICT_QUESTIONS,
  RESOLUTIONS,
  CONFIGURATION,
  TASKS,
  WAVE_FAILURE,
  DISCUSSION,
  COMPLETION,
  /** Which commands from a repository or an agent an execution may run. */
  COMMANDS,
  TASK_FAILURE,
  BY_HAND,
  REVIEW,
  DELIVERY;

  /** Returns the kinds of answer that it takes, most common first. */
  public List<AnswerKind> kinds() {
    return Arrays.stream(AnswerKind.values()).filter(kind -> kind.gates().contains(this)).toList();
  }

  /** Whether an answer of this kind is checked against the workspace before it takes effect. */
  public boolean checks(AnswerKind kind) {
    return kind == AnswerKind.EXECUTE || (kind == AnswerKind.APPROVE && this == DECISION);
  }

  /** Whether this gate approves an option, which a deadline's policy can do automatically. */
  public boolean approvesOption() {
    return this == DECISION;
  }
}
