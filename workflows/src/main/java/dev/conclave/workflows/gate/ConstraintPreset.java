package dev.conclave.workflows.gate;

import dev.conclave.workflows.text.Words;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Named constraints for a plan. */
public enum ConstraintPreset {
  PERFORMANCE("do not slow down hot paths; measure before and after"),
  MAINTAINABILITY("clear names and small units; tests and docs for every change"),
  MINIMAL_CHANGES("change as few files and lines as possible; no renames, no reformatting"),
  FULL_REFACTOR_OK("restructure freely, including callers, where that improves the design");

  private final String meaning;

  ConstraintPreset(String meaning) {
    this.meaning = meaning;
  }

  /** Returns a preset with its meaning; other constraints unchanged. */
  public static String explained(String constraint) {
    return Words.parse(ConstraintPreset.class, constraint)
        .map(ConstraintPreset::sentence)
        .orElse(constraint);
  }

  /** Lists all presets by name, in one line. */
  public static String line() {
    return Arrays.stream(values())
        .map(Words::of)
        .collect(Collectors.joining(", ", "constraint presets: ", " (? explains each)"));
  }

  /** Returns its meaning, as the planner sees it. */
  public String meaning() {
    return meaning;
  }

  private String sentence() {
    return Words.of(this) + " (" + meaning + ")";
  }
}
