package dev.conclave.activities.discussion;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import java.util.Collection;
import java.util.List;

/**
 * Whose analyses count for agreement: those with a receipt that were neither extracted by fallback
 * nor made without a model; docs/discussion.md, section 4.
 */
public final class Voters {
  private Voters() {}

  /** The voters' names in alphabetical order. */
  public static List<String> of(Collection<Analysis> analyses, Collection<AgentRun> runs) {
    return analyses.stream()
        .filter(analysis -> !analysis.fallback() && byModel(analysis))
        .map(Analysis::tool)
        .filter(agent -> hasReceipt(agent, runs))
        .distinct()
        .sorted()
        .toList();
  }

  /** Whether a model stands behind it, and not the built-in analyst or a stand-in. */
  public static boolean byModel(Analysis analysis) {
    return !analysis.degraded() && !analysis.tool().equals(AgentStatus.DIRECT);
  }

  private static boolean hasReceipt(String agent, Collection<AgentRun> runs) {
    return runs.stream()
        .anyMatch(run -> run.agent().equals(agent) && run.answered() && run.receipt().isPresent());
  }
}
