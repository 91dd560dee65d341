package dev.conclave.workflows.gate;

import static dev.conclave.workflows.gate.AnswerForm.AGENT;
import static dev.conclave.workflows.gate.AnswerForm.ANSWERS;
import static dev.conclave.workflows.gate.AnswerForm.APPROVAL;
import static dev.conclave.workflows.gate.AnswerForm.COMMANDS;
import static dev.conclave.workflows.gate.AnswerForm.EXECUTION;
import static dev.conclave.workflows.gate.AnswerForm.FILE;
import static dev.conclave.workflows.gate.AnswerForm.FOCUS;
import static dev.conclave.workflows.gate.AnswerForm.HINT;
import static dev.conclave.workflows.gate.AnswerForm.NOTHING;
import static dev.conclave.workflows.gate.AnswerForm.PULL_REQUEST;
import static dev.conclave.workflows.gate.AnswerForm.REASON;
import static dev.conclave.workflows.gate.AnswerForm.RESOLUTION;
import static dev.conclave.workflows.gate.AnswerForm.STRATEGY;
import static dev.conclave.workflows.gate.AnswerForm.TABLE;
import static dev.conclave.workflows.gate.AnswerForm.TARGET;
import static dev.conclave.workflows.gate.AnswerForm.TEXT;
import static dev.conclave.workflows.gate.AnswerForm.WORDS;
import static dev.conclave.workflows.gate.GateType.CLARIFICATION;
import static dev.conclave.workflows.gate.GateType.COMPLETION;
import static dev.conclave.workflows.gate.GateType.CONFIGURATION;
import static dev.conclave.workflows.gate.GateType.CONFIRMATION;
import static dev.conclave.workflows.gate.GateType.CONFLICT;
import static dev.conclave.workflows.gate.GateType.CONFLICT_QUESTIONS;
import static dev.conclave.workflows.gate.GateType.DECISION;
import static dev.conclave.workflows.gate.GateType.DELIVERY;
import static dev.conclave.workflows.gate.GateType.DISCUSSION;
import static dev.conclave.workflows.gate.GateType.RESOLUTIONS;
import static dev.conclave.workflows.gate.GateType.REVIEW;
import static dev.conclave.workflows.gate.GateType.TASKS;
import static dev.conclave.workflows.gate.GateType.TASK_FAILURE;
import static dev.conclave.workflows.gate.GateType.WAVE_FAILURE;

import java.util.List;
import java.util.Set;

/**
 * The kinds of answer, each with how it is worded and the gates that take it. A gate offers its
 * kinds in this order: the most usual first.
 */
public enum AnswerKind {
  CLARIFY("c", "answer the questions, then another round", WORDS, CLARIFICATION),
  REPLY("c", "answer the questions", ANSWERS, GateType.QUESTIONS, CONFLICT_QUESTIONS),
  PROCEED("p", "go on with what is known", NOTHING, CLARIFICATION, GateType.QUESTIONS),
  CHANGE_DIRECTION("d", "start over in another direction", TEXT, CLARIFICATION),
  APPROVE("a", "choose a solution and have it planned", APPROVAL, DECISION, CONFIGURATION, TASKS),
  MORE_ANALYSIS("m", "another round", FOCUS, DECISION),
  DIFFERENT_DIRECTION("d", "start over in another direction", TEXT, DECISION),
  EXECUTE("e", "carry the plan out", EXECUTION, CONFIRMATION),
  FIX("f", "have it fixed, then reviewed again", HINT, REVIEW),
  ACCEPT("a", "take it as it is, without more work", REASON, CONFIRMATION, REVIEW),
  ALLOW("a", "allow the commands, or those that you number", COMMANDS, GateType.COMMANDS),
  NONE("n", "run none of them", NOTHING, GateType.COMMANDS),
  MODIFY("m", "the planner revises the plan as you wish", TEXT, CONFIRMATION),
  BACK("b", "go back to the choice of a solution", NOTHING, CONFIRMATION),
  SAVE("s", "keep the plan, and end the session for now", NOTHING, CONFIRMATION),
  RAISE("r", "raise the budget", AnswerForm.BUDGET, GateType.BUDGET),
  DROP_AGENT("d", "stop asking one of the agents", AGENT, GateType.BUDGET),
  DECIDE("n", "go on with what is known", NOTHING, GateType.BUDGET),
  CHOOSE("c", "resolve the conflict this way", STRATEGY, CONFLICT),
  CUSTOM("o", "resolve the conflict yourself", RESOLUTION, CONFLICT),
  REOPEN("r", "open a decided conflict again", AnswerForm.CONFLICT, GateType.CONFLICT, RESOLUTIONS),
  RETRY("r", "try once more", HINT, WAVE_FAILURE, TASK_FAILURE),
  CONTINUE("c", "go on with what there is", NOTHING, WAVE_FAILURE, GateType.BY_HAND),
  SKIP(
      "s",
      "go on without it",
      NOTHING,
      CONFLICT,
      CONFLICT_QUESTIONS,
      TASK_FAILURE,
      GateType.BY_HAND),
  EDIT("e", "take your changed tasks.csv back", TABLE, TASKS),
  BY_HAND("b", "do it yourself, in a folder that the session names", NOTHING, TASK_FAILURE),
  ABORT("x", "start nothing more", NOTHING, WAVE_FAILURE, TASK_FAILURE, GateType.BY_HAND),
  DEEPEN("d", "every perspective votes on what is open", NOTHING, DISCUSSION),
  ADJUST("j", "discuss in another direction", TEXT, DISCUSSION),
  ASK("i", "ask questions of your own", AnswerForm.QUESTIONS, DISCUSSION),
  DONE("n", "conclude with what is known", NOTHING, DISCUSSION, RESOLUTIONS),
  ARCHIVE("a", "move the results to the archive", NOTHING, COMPLETION),
  KEEP("k", "leave the results where they are", NOTHING, COMPLETION, DELIVERY),
  EXPORT("e", "write the results to a directory", TARGET, COMPLETION),
  MERGE("m", "merge the branch", AnswerForm.MERGE, DELIVERY),
  PR("p", "push the branch and open a pull request", PULL_REQUEST, DELIVERY),
  PATCH("t", "write the commits to a patch file", FILE, DELIVERY),
  DISCARD("d", "give the work up; the commits are kept for a while", NOTHING, REVIEW, DELIVERY),
  CANCEL(
      "x",
      "end the session and keep what is known",
      NOTHING,
      CLARIFICATION,
      DECISION,
      CONFIRMATION,
      GateType.BUDGET,
      GateType.QUESTIONS,
      CONFLICT,
      CONFLICT_QUESTIONS,
      RESOLUTIONS,
      CONFIGURATION,
      TASKS,
      DISCUSSION,
      GateType.COMMANDS);

  private final String letter;
  private final String label;
  private final AnswerForm form;
  private final List<GateType> gates;

  AnswerKind(String letter, String label, AnswerForm form, GateType... gates) {
    this.letter = letter;
    this.label = label;
    this.form = form;
    this.gates = List.of(gates);
  }

  /** What stands for it at a prompt; unlike all others of a gate. */
  public String letter() {
    return letter;
  }

  public String label() {
    return label;
  }

  /** What it does at a gate: an approval approves what is shown, where there is no choice. */
  public String label(GateType gate) {
    return this == APPROVE && !form.choosesAt(gate) ? "go on this way" : label;
  }

  /** How it is worded. */
  public AnswerForm form() {
    return form;
  }

  List<GateType> gates() {
    return gates;
  }

  public boolean asksForRound() {
    return this == CLARIFY || this == MORE_ANALYSIS || changesDirection();
  }

  /** Whether it lets work begin that the session proposes: only approvers may give it. */
  public boolean approves() {
    return Set.of(APPROVE, EXECUTE, ALLOW, MERGE, PR).contains(this);
  }

  /** Whether this answer lets the discussion begin anew, with a direction of its own. */
  public boolean changesDirection() {
    return this == CHANGE_DIRECTION || this == DIFFERENT_DIRECTION;
  }
}
