package dev.conclave.workflows.gate;

import dev.conclave.workflows.temporal.StableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** New limits of a session; an absent one stays as it is. */
public record BudgetRaise(Optional<Double> usd, Optional<Integer> calls, Optional<Long> tokens) {
  /** Whether it raises nothing at all. */
  public boolean raisesNothing() {
    return usd.isEmpty() && calls.isEmpty() && tokens.isEmpty();
  }

  /** What this one lacks of what is needed; raises nothing when it is enough. */
  BudgetRaise lacking(BudgetRaise needed) {
    return new BudgetRaise(
        needed.usd.filter(least -> usd.filter(given -> given >= least).isEmpty()),
        needed.calls.filter(least -> calls.filter(given -> given >= least).isEmpty()),
        needed.tokens.filter(least -> tokens.filter(given -> given >= least).isEmpty()));
  }

  /** {@code calls to 3 or more, usd to 0.85 or more}. */
  public String asLeast() {
    return limits(" or more");
  }

  /** {@code calls to 9, usd to 2.35}. */
  public String asEnough() {
    return limits("");
  }

  private String limits(String behind) {
    List<String> limits = new ArrayList<>();
    usd.ifPresent(to -> limits.add("usd to " + StableText.of(to, 2) + behind));
    calls.ifPresent(to -> limits.add("calls to " + to + behind));
    tokens.ifPresent(to -> limits.add("tokens to " + to + behind));
    return String.join(", ", limits);
  }
}
