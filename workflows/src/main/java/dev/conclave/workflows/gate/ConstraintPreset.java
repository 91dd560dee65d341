package dev.conclave.workflows.gate;

import dev.conclave.workflows.text.Words;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Constraints for a plan that a human names by a word. */
public enum ConstraintPreset {
  PERFORMANCE("no path that runs often becomes slower; measure before and after"),
  MAINTAINABILITY("clear names and small units, with tests and documents for what changes"),
  MINIMAL_CHANGES("change as few files and lines as the task needs; rename and reformat nothing"),
  FULL_REFACTOR_OK("restructure what is in the way, callers too, where that is the better design");

  private final String meaning;

  ConstraintPreset(String meaning) {
    this.meaning = meaning;
  }

  /** A constraint with what it means, where it is a preset; else as it is. */
  public static String explained(String constraint) {
    return Words.parse(ConstraintPreset.class, constraint)
        .map(ConstraintPreset::sentence)
        .orElse(constraint);
  }

  /** All of them by name, in a line for who may choose them. */
  public static String line() {
    return Arrays.stream(values())
        .map(Words::of)
        .collect(Collectors.joining(", ", "constraints by name: ", " (? explains each)"));
  }

  /** Its meaning, as the planner is told it. */
  public String meaning() {
    return meaning;
  }

  private String sentence() {
    return Words.of(this) + " (" + meaning + ")";
  }
}
