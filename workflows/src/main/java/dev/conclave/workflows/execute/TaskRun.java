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
 * A task and how far it is.
 *
 * @param tries how often it was begun
 * @param agent who wrote what counts, {@link #BY_HAND} for a person; empty before
 * @param summary what the agent says of it, at most 1,000 characters
 * @param tree what came of it, before it is merged
 * @param commit of the branch; null before it is made
 * @param failure why it has failed, in a sentence; empty when it has not
 * @param hint the human's words for the next try
 * @param runs every call, without command lines
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
  /** The name of a person as the agent of a task. */
  public static final String BY_HAND = "by hand";

  /** Calls that are kept of a task that is tried again and again, the newest. */
  private static final int MOST_RUNS = 12;

  /** How far a task is. */
  public enum Status {
    WAITING,
    RUNNING,
    CHECKING,
    /** It stands on the branch. */
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
