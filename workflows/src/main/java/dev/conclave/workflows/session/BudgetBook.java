package dev.conclave.workflows.session;

import dev.conclave.workflows.config.BudgetConfiguration;
import java.util.Map;

/**
 * What a session may spend and has spent.
 *
 * @param limits as they stand after raises
 * @param calls finished
 * @param tokens read and written
 * @param usd reported or priced
 * @param unpriced calls whose cost nobody knows
 * @param spentUsd of each agent
 * @param callsBy of each agent
 */
public record BudgetBook(
    BudgetConfiguration limits,
    int calls,
    long tokens,
    double usd,
    int unpriced,
    Map<String, Double> spentUsd,
    Map<String, Integer> callsBy) {

  /** What a call of unknown cost is reckoned at, in USD. */
  public static final double ASSUMED_USD = 0.25;

  /** What counts against a limit, in USD: what is known, and what is assumed. */
  public double reckonedUsd() {
    return usd + unpriced * ASSUMED_USD;
  }

  /** Nothing spent yet. */
  public static BudgetBook of(BudgetConfiguration limits) {
    return new BudgetBook(limits, 0, 0, 0, 0, Map.of(), Map.of());
  }
}
