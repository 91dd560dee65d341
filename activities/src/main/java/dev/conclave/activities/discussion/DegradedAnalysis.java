package dev.conclave.activities.discussion;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.temporal.Cut;
import java.util.List;
import java.util.Optional;

/** What stands in a round when not even the direct analyst could run. */
public final class DegradedAnalysis {
  /** Name of its one approach. */
  public static final String APPROACH = "Manual Analysis Required";

  static final double FEASIBILITY = 0.5;
  private static final int QUOTED = 300;

  private DegradedAnalysis() {}

  /** The degraded analysis of a task; it never votes. */
  public static Analysis of(String task) {
    String quoted = Cut.shown(task, QUOTED);
    return new Analysis(
        AgentStatus.DIRECT,
        "degraded",
        FEASIBILITY,
        List.of("No agent answered and the direct analysis could not run; nothing was analysed."),
        List.of(
            new Approach(
                APPROACH,
                "Nothing is known of how to do this; a person has to analyse the task: " + quoted,
                List.of(),
                List.of(),
                Level.HIGH,
                Level.UNKNOWN,
                List.of(),
                List.of(),
                "",
                "")),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        true,
        List.of(),
        Optional.empty());
  }
}
