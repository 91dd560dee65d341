package dev.conclave.workflows.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Limits of a session, or the values to raise them to; an absent value means no limit, or
 * unchanged.
 */
public record BudgetLimits(Optional<Double> usd, Optional<Integer> calls, Optional<Long> tokens) {
  public static final BudgetLimits NONE =
      new BudgetLimits(Optional.empty(), Optional.empty(), Optional.empty());

  @JsonIgnore
  public boolean isEmpty() {
    return equals(NONE);
  }

  public BudgetLimits atMost(BudgetLimits other) {
    return new BudgetLimits(
        least(usd, other.usd), least(calls, other.calls), least(tokens, other.tokens));
  }

  public BudgetLimits raised(BudgetLimits to) {
    return new BudgetLimits(
        to.usd.or(() -> usd), to.calls.or(() -> calls), to.tokens.or(() -> tokens));
  }

  /** Returns the limits for which this raise is too low; empty when it is enough. */
  public BudgetLimits shortfall(BudgetLimits needed) {
    return new BudgetLimits(
        needed.usd.filter(least -> usd.filter(given -> given >= least).isEmpty()),
        needed.calls.filter(least -> calls.filter(given -> given >= least).isEmpty()),
        needed.tokens.filter(least -> tokens.filter(given -> given >= least).isEmpty()));
  }

  /** Formats as {@code calls to 3 or more, usd to 0.85 or more}. */
  public String asLeast() {
    return sentence(" or more");
  }

  /** Formats as {@code calls to 9, usd to 2.35}. */
  public String asEnough() {
    return sentence("");
  }

  private String sentence(String behind) {
    List<String> limits = new ArrayList<>();
    usd.ifPresent(to -> limits.add("usd to " + Words.decimal(to, 2) + behind));
    calls.ifPresent(to -> limits.add("calls to " + to + behind));
    tokens.ifPresent(to -> limits.add("tokens to " + to + behind));
    return String.join(", ", limits);
  }

  private static <T extends Comparable<T>> Optional<T> least(Optional<T> a, Optional<T> b) {
    return Stream.concat(a.stream(), b.stream()).min(Comparator.naturalOrder());
  }
}
