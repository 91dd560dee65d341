package dev.conclave.workflows.gate;

/** The kinds of answer, over all gates. */
public enum AnswerKind {
  CLARIFY("c", "answer the questions, then another round"),
  PROCEED("p", "decide with what there is"),
  CHANGE_DIRECTION("d", "start over with other words"),
  APPROVE("a", "go on with it"),
  MORE_ANALYSIS("m", "another round"),
  DIFFERENT_DIRECTION("d", "start over with other words"),
  EXECUTE("e", "hand the plan over to be carried out"),
  MODIFY("m", "the planner revises the plan as you wish"),
  BACK("b", "to the decision among the solutions"),
  SAVE("s", "keep the plan, and end the session for now"),
  RAISE("r", "set the budget higher"),
  DROP_AGENT("d", "stop asking one of the agents"),
  DECIDE("n", "now, with what there is"),
  CHOOSE("c", "resolve the conflict so"),
  CUSTOM("o", "resolve the conflict yourself"),
  SKIP("s", "leave the conflict unresolved"),
  REPLY("c", "answer the questions"),
  RETRY("r", "try once more"),
  ABORT("x", "go no further"),
  DEEPEN("d", "discuss further"),
  ADJUST("j", "discuss in another direction"),
  ASK("i", "have questions of your own looked into"),
  DONE("n", "conclude with what there is"),
  ARCHIVE("a", "move the results to the archive"),
  KEEP("k", "leave the results where they are"),
  EXPORT("e", "write the results to a directory"),
  CANCEL("x", "end the session; what is known is kept");

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

  /** What comes of it, in a few words. */
  public String label() {
    return label;
  }

  /** Whether this answer asks for another round. */
  public boolean asksForRound() {
    return this == CLARIFY || this == MORE_ANALYSIS || changesDirection();
  }

  /** Whether this answer lets the discussion begin anew, with a direction of its own. */
  public boolean changesDirection() {
    return this == CHANGE_DIRECTION || this == DIFFERENT_DIRECTION;
  }
}
