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
 * The kinds of answer, each with its form and the gates that take it. A gate offers its kinds in
 * this order, most common first.
 */
public enum AnswerKind {
  CLARIFY("c", "answer the questions and start another round", WORDS, CLARIFICATION),
  REPLY("c", "answer the questions", ANSWERS, GateType.QUESTIONS, CONFLICT_QUESTIONS),
  PROCEED("p", "continue with the current results", NOTHING, CLARIFICATION, GateType.QUESTIONS),
  CHANGE_DIRECTION("d", "start over in a new direction", TEXT, CLARIFICATION),
  APPROVE("a", "choose an option and plan it", APPROVAL, DECISION, CONFIGURATION, TASKS),
  MORE_ANALYSIS("m", "start another round", FOCUS, DECISION),
  DIFFERENT_DIRECTION("d", "start over in a new direction", TEXT, DECISION),
  EXECUTE("e", "execute the plan", EXECUTION, CONFIRMATION),
  ARCHIVE("a", "end the session and move its folder to the archive", NOTHING, COMPLETION),
  KEEP("k", "end the session and leave its folder in place", NOTHING, COMPLETION, DELIVERY),
  EXPORT("e", "end the session and copy its results to a directory", TARGET, COMPLETION),
  MERGE("m", "merge the branch", AnswerForm.MERGE, DELIVERY),
  PR("p", "push the branch and open a pull request", PULL_REQUEST, DELIVERY),
  PATCH("t", "write the commits to a patch file", FILE, DELIVERY),
  FIX("f", "fix the findings and review again", HINT, REVIEW, DELIVERY),
  ACCEPT("a", "accept the result without more work", REASON, CONFIRMATION, REVIEW),
  ALLOW("a", "allow all commands, or only the given numbers", COMMANDS, GateType.COMMANDS),
  NONE("n", "run no commands", NOTHING, GateType.COMMANDS),
  MODIFY("m", "have the planner revise the plan", TEXT, CONFIRMATION),
  BACK("b", "return to the decision", NOTHING, CONFIRMATION),
  SAVE("s", "save the plan and end the session", NOTHING, CONFIRMATION),
  RAISE("r", "raise the budget", AnswerForm.BUDGET, GateType.BUDGET),
  DROP_AGENT("d", "stop asking one of the agents", AGENT, GateType.BUDGET),
  DECIDE("n", "continue with the current results", NOTHING, GateType.BUDGET),
  CHOOSE("c", "choose this strategy", STRATEGY, CONFLICT),
  CUSTOM("o", "resolve the conflict yourself", RESOLUTION, CONFLICT),
  REOPEN("r", "reopen a decided conflict", AnswerForm.CONFLICT, GateType.CONFLICT, RESOLUTIONS),
  RETRY("r", "retry the failed tasks", HINT, WAVE_FAILURE, TASK_FAILURE),
  CONTINUE("c", "continue with the current results", NOTHING, WAVE_FAILURE, GateType.BY_HAND),
  SKIP(
      "s",
      "continue without it",
      NOTHING,
      CONFLICT,
      CONFLICT_QUESTIONS,
      TASK_FAILURE,
      GateType.BY_HAND),
  EDIT("e", "use your edited tasks.csv", TABLE, TASKS),
  BY_HAND("b", "do it yourself in a folder given by the session", NOTHING, TASK_FAILURE),
  ABORT("x", "start no more tasks", NOTHING, WAVE_FAILURE, TASK_FAILURE, GateType.BY_HAND),
  DEEPEN("d", "have every perspective vote on open points", NOTHING, DISCUSSION),
  ADJUST("j", "change the direction of the discussion", TEXT, DISCUSSION),
  ASK("i", "ask your own questions", AnswerForm.QUESTIONS, DISCUSSION),
  DONE("n", "conclude with the current results", NOTHING, DISCUSSION, RESOLUTIONS),
  DISCARD("d", "discard the work; the commits are kept for a while", NOTHING, REVIEW, DELIVERY),
  CANCEL(
      "x",
      "end the session and save its state",
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

  /** Returns the letter for it at the prompt; unique within a gate. */
  public String letter() {
    return letter;
  }

  /** Returns what it does at a gate. */
  public String label(GateType gate) {
    return switch (this) {
      case APPROVE -> form.choosesAt(gate) ? label : "approve and continue";
      case RETRY -> gate == TASK_FAILURE ? "retry the task" : label;
      case CONTINUE -> gate == GateType.BY_HAND ? "take your files and continue" : label;
      case FIX -> gate == DELIVERY ? "fix more, then review again" : label;
      case KEEP -> gate == DELIVERY ? "create the branch in your repository" : label;
      default -> label;
    };
  }

  public AnswerForm form() {
    return form;
  }

  List<GateType> gates() {
    return gates;
  }

  public boolean asksForRound() {
    return this == CLARIFY || this == MORE_ANALYSIS || changesDirection();
  }

  /** Whether it starts proposed work, so that only approvers may give it. */
  public boolean approves() {
    return Set.of(APPROVE, EXECUTE, ALLOW, MERGE, PR).contains(this);
  }

  /** Whether it restarts the discussion with a new direction. */
  public boolean changesDirection() {
    return this == CHANGE_DIRECTION || this == DIFFERENT_DIRECTION;
  }
}
