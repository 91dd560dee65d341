package dev.conclave.workflows.gate;

/**
 * What a person said of a point, once and for the rest of a direction.
 *
 * @param by who said it
 * @param question that it answers; empty for words of the person's own
 * @param answer the text of the chosen option, or the person's own words
 */
public record Clarification(String by, String question, String answer) {
  /** The question, if there is one, and the answer behind it. */
  public String words() {
    return question.isEmpty() ? answer : question + " — " + answer;
  }
}
