package dev.conclave.activities.agent.prompt;

import java.util.List;

/** What a round is for; see docs/discussion.md, section 1. */
final class Objectives {
  private static final String CONFIRM =
      "Look up what the rounds before left unconfirmed: what holds goes into agrees_with, what does"
          + " not into disagrees_with.";

  private Objectives() {}

  /**
   * The objective of a round.
   *
   * @param round of its direction, from 1
   */
  static List<String> of(int round) {
    return switch (round) {
      case 1 ->
          List.of(
              "Explore the code that the task concerns and name the major approaches.",
              "Judge how feasible the task is, from 0 to 1.");
      case 2 ->
          List.of(
              "Go deep into the promising approaches of the round before.",
              "Settle its disagreements with evidence from the code.",
              CONFIRM);
      default ->
          List.of(
              "Refine what the rounds before have found; do not repeat it.",
              CONFIRM,
              "Look for edge cases, failure modes and what nobody has named yet.");
    };
  }
}
