package dev.conclave.workflows.gate;

import dev.conclave.workflows.wire.StableText;
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
    List<String> limits = new ArrayList<>();
    usd.ifPresent(least -> limits.add("usd to " + StableText.of(least, 2) + " or more"));
    calls.ifPresent(least -> limits.add("calls to " + least + " or more"));
    tokens.ifPresent(least -> limits.add("tokens to " + least + " or more"));
    return String.join(", ", limits);
  }
}
