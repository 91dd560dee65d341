package dev.conclave.workflows.plan;

import dev.conclave.workflows.config.Configuration.BudgetConfiguration;
import java.util.Map;

/**
 * What a session may spend and has spent.
 *
 * @param limits as they stand after raises
 * @param calls finished
 * @param tokens read and written
 * @param usd reported or priced
 * @param spentUsd of each agent
 * @param callsBy of each agent
 */
public record BudgetBook(
    BudgetConfiguration limits,
    int calls,
    long tokens,
    double usd,
    Map<String, Double> spentUsd,
    Map<String, Integer> callsBy) {

  static BudgetBook of(BudgetConfiguration limits) {
    return new BudgetBook(limits, 0, 0, 0, Map.of(), Map.of());
  }
}
