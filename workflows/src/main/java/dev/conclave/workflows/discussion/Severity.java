package dev.conclave.workflows.discussion;

import java.util.Collection;
import java.util.List;

/** How grave a fault is, the gravest first. */
public enum Severity {
  CRITICAL,
  HIGH,
  MEDIUM,
  LOW;

  /** Returns whether it is at least as grave as another. */
  public boolean atLeast(Severity other) {
    return compareTo(other) <= 0;
  }

  /** The median of what several say, a tie upward; docs/review.md. */
  public static Severity median(Collection<Severity> said) {
    List<Severity> sorted = said.stream().sorted().toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
