package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import java.util.Collection;
import java.util.List;

/**
 * Whose analyses count for agreement: those with a receipt that were neither extracted by fallback
 * nor made without a model; docs/discussion.md, section 4.
 */
public final class Voters {
  /** The built-in analyst, which is no independent mind. */
  static final String DIRECT = "direct";

  private Voters() {}

  /** The voters' names in alphabetical order. */
  public static List<String> of(Collection<Analysis> analyses, Collection<AgentRun> runs) {
    return analyses.stream()
        .filter(analysis -> !analysis.fallback() && !analysis.degraded())
        .map(Analysis::tool)
        .filter(agent -> !agent.equals(DIRECT) && hasReceipt(agent, runs))
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean hasReceipt(String agent, Collection<AgentRun> runs) {
    return runs.stream()
        .anyMatch(run -> run.agent().equals(agent) && run.answered() && run.receipt().isPresent());
  }
}
