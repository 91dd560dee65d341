package dev.conclave.workflows.execute;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.discussion.AgentRun;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task and its progress.
 *
 * @param tries the number of attempts so far
 * @param agent the author of the result, {@link #BY_HAND} for a person; empty before
 * @param summary by the agent, at most 1,000 characters
 * @param tree the result before it is merged
 * @param commit on the branch; null before it is made
 * @param failure why it failed, in one sentence; empty if it did not fail
 * @param hint the user's comment for the next try
 * @param runs all calls, without command lines
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskRun(
    String id,
    String title,
    Status status,
    int tries,
    String agent,
    String summary,
    @Nullable String tree,
    @Nullable TaskChange change,
    List<CheckRun> checks,
    @Nullable String commit,
    String failure,
    @Nullable String hint,
    List<AgentRun> runs)
    implements TaskRunBuilder.With {
  /** The agent name of tasks that a person did. */
  public static final String BY_HAND = "by hand";

  /** Maximum number of calls kept per task; the oldest go first. */
  private static final int MOST_RUNS = 12;

  public enum Status {
    WAITING,
    RUNNING,
    CHECKING,
    /** Committed on the branch. */
    DONE,
    FAILED,
    SKIPPED
  }

  static TaskRun waiting(String id, String title) {
    return new TaskRun(
        id, title, Status.WAITING, 0, "", "", null, null, List.of(), null, "", null, List.of());
  }

  TaskRun failed(String why) {
    return withStatus(Status.FAILED).withFailure(why);
  }

  TaskRun with(List<AgentRun> more) {
    List<AgentRun> all = new ArrayList<>(runs);
    all.addAll(more);
    return withRuns(List.copyOf(all.subList(Math.max(0, all.size() - MOST_RUNS), all.size())));
  }

  boolean is(Status one) {
    return status == one;
  }
}
