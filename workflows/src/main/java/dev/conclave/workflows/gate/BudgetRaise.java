package dev.conclave.workflows.gate;

import java.util.Optional;

/** New limits of a session; an absent one stays as it is. */
public record BudgetRaise(Optional<Double> usd, Optional<Integer> calls, Optional<Long> tokens) {}
