package dev.conclave.workflows.gate;

/** The kinds of answer, over all gates. */
public enum AnswerKind {
  CLARIFY("c", "answer the questions, then another round"),
  PROCEED("p", "go to the decision with what is known"),
  CHANGE_DIRECTION("d", "start over in another direction"),
  APPROVE("a", "choose a solution and have it planned"),
  MORE_ANALYSIS("m", "another round"),
  DIFFERENT_DIRECTION("d", "start over in another direction"),
  EXECUTE("e", "accept the plan, and see how to carry it out"),
  MODIFY("m", "the planner revises the plan as you wish"),
  BACK("b", "go back to the choice of a solution"),
  SAVE("s", "keep the plan, and end the session for now"),
  RAISE("r", "raise the budget"),
  DROP_AGENT("d", "stop asking one of the agents"),
  DECIDE("n", "go on with what is known"),
  CHOOSE("c", "resolve the conflict this way"),
  CUSTOM("o", "resolve the conflict yourself"),
  SKIP("s", "leave the conflict unresolved"),
  REPLY("c", "answer the questions"),
  EDIT("e", "take your changed tasks.csv back"),
  RETRY("r", "try once more"),
  ABORT("x", "stop the analysis here"),
  DEEPEN("d", "every perspective votes on what is open"),
  ADJUST("j", "discuss in another direction"),
  ASK("i", "ask questions of your own"),
  DONE("n", "conclude with what is known"),
  ARCHIVE("a", "move the results to the archive"),
  KEEP("k", "leave the results where they are"),
  EXPORT("e", "write the results to a directory"),
  CANCEL("x", "end the session and keep what is known");

  private final String letter;
  private final String label;

  AnswerKind(String letter, String label) {
    this.letter = letter;
    this.label = label;
  }

  /** What stands for it at a prompt; unlike all others of a gate. */
  public String letter() {
    return letter;
  }

  public String label() {
    return label;
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
