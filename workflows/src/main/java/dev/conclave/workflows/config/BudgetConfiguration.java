package dev.conclave.workflows.config;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Limits of a session; an absent one does not limit. */
public record BudgetConfiguration(
    Optional<Double> usd, Optional<Integer> calls, Optional<Long> tokens) {
  public BudgetConfiguration {
    usd = usd == null ? Optional.empty() : usd;
    calls = calls == null ? Optional.empty() : calls;
    tokens = tokens == null ? Optional.empty() : tokens;
  }

  /** The lower of both, limit by limit. */
  BudgetConfiguration atMost(BudgetConfiguration other) {
    return new BudgetConfiguration(
        least(usd, other.usd), least(calls, other.calls), least(tokens, other.tokens));
  }

  private static <T extends Comparable<T>> Optional<T> least(Optional<T> a, Optional<T> b) {
    return Stream.concat(a.stream(), b.stream()).min(Comparator.naturalOrder());
  }

  static BudgetConfiguration none() {
    return new BudgetConfiguration(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
