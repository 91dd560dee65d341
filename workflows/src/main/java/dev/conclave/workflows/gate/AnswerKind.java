package dev.conclave.workflows.gate;

import static dev.conclave.workflows.gate.AnswerForm.AGENT;
import static dev.conclave.workflows.gate.AnswerForm.ANSWERS;
import static dev.conclave.workflows.gate.AnswerForm.APPROVAL;
import static dev.conclave.workflows.gate.AnswerForm.EXECUTION;
import static dev.conclave.workflows.gate.AnswerForm.FOCUS;
import static dev.conclave.workflows.gate.AnswerForm.NOTHING;
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
import static dev.conclave.workflows.gate.GateType.DISCUSSION;
import static dev.conclave.workflows.gate.GateType.RESOLUTIONS;
import static dev.conclave.workflows.gate.GateType.TASKS;
import static dev.conclave.workflows.gate.GateType.WAVE_FAILURE;

import java.util.List;

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
  EXECUTE("e", "accept the plan, and see how to carry it out", EXECUTION, CONFIRMATION),
  MODIFY("m", "the planner revises the plan as you wish", TEXT, CONFIRMATION),
  BACK("b", "go back to the choice of a solution", NOTHING, CONFIRMATION),
  SAVE("s", "keep the plan, and end the session for now", NOTHING, CONFIRMATION),
  RAISE("r", "raise the budget", AnswerForm.BUDGET, GateType.BUDGET),
  DROP_AGENT("d", "stop asking one of the agents", AGENT, GateType.BUDGET),
  DECIDE("n", "go on with what is known", NOTHING, GateType.BUDGET),
  CHOOSE("c", "resolve the conflict this way", STRATEGY, CONFLICT),
  CUSTOM("o", "resolve the conflict yourself", RESOLUTION, CONFLICT),
  REOPEN("r", "open a decided conflict again", AnswerForm.CONFLICT, GateType.CONFLICT, RESOLUTIONS),
  SKIP("s", "leave the conflict unresolved", NOTHING, CONFLICT, CONFLICT_QUESTIONS),
  EDIT("e", "take your changed tasks.csv back", TABLE, TASKS),
  RETRY("r", "try once more", NOTHING, WAVE_FAILURE),
  CONTINUE("c", "conclude with what there is", NOTHING, WAVE_FAILURE),
  ABORT("x", "stop the analysis here", NOTHING, WAVE_FAILURE),
  DEEPEN("d", "every perspective votes on what is open", NOTHING, DISCUSSION),
  ADJUST("j", "discuss in another direction", TEXT, DISCUSSION),
  ASK("i", "ask questions of your own", AnswerForm.QUESTIONS, DISCUSSION),
  DONE("n", "conclude with what is known", NOTHING, DISCUSSION, RESOLUTIONS),
  ARCHIVE("a", "move the results to the archive", NOTHING, COMPLETION),
  KEEP("k", "leave the results where they are", NOTHING, COMPLETION),
  EXPORT("e", "write the results to a directory", TARGET, COMPLETION),
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
      DISCUSSION);

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
    return this == APPROVE || this == EXECUTE;
  }

  /** Whether this answer lets the discussion begin anew, with a direction of its own. */
  public boolean changesDirection() {
    return this == CHANGE_DIRECTION || this == DIFFERENT_DIRECTION;
  }
}
