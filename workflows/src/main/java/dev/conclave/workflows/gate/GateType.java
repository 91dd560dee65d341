package dev.conclave.workflows.gate;

import java.util.Arrays;
import java.util.List;

/** The gates. Which kinds of answer each takes is said by {@link AnswerKind}. */
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
  /** Which commands of a repository or an agent an execution may run. */
  COMMANDS,
  TASK_FAILURE,
  /** A person carries a task out. */
  BY_HAND,
  REVIEW,
  DELIVERY;

  /** The kinds of answer that it takes, most usual first. */
  public List<AnswerKind> kinds() {
    return Arrays.stream(AnswerKind.values()).filter(kind -> kind.gates().contains(this)).toList();
  }

  /** Whether an answer of that kind is held against the workspace before the session acts on it. */
  public boolean checks(AnswerKind kind) {
    return kind == AnswerKind.EXECUTE || (kind == AnswerKind.APPROVE && this == DECISION);
  }

  /** Whether one of several options is approved here: what a deadline's policy can do by itself. */
  public boolean approvesOption() {
    return this == DECISION;
  }
}
