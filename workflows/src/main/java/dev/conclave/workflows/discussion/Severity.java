package dev.conclave.workflows.discussion;

import java.util.Collection;
import java.util.List;

/** The severity of a finding, most severe first. */
public enum Severity {
  CRITICAL,
  HIGH,
  MEDIUM,
  LOW;

  public boolean atLeast(Severity other) {
    return compareTo(other) <= 0;
  }

  /** Returns the median; a tie goes to the more severe. See docs/review.md. */
  public static Severity median(Collection<Severity> said) {
    List<Severity> sorted = said.stream().sorted().toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
