package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An execution in short.
 *
 * @param of the planning session; empty for a plan from a file
 * @param branch that holds its commits
 * @param commit the last one; empty before the first
 * @param review what the last review came to; null before
 * @param criteria each with its last verdict
 * @param delivered what became of the branch; null before
 * @param lacking what keeps the result from being good; empty when nothing does, or it goes on
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExecutionLine(
    String of,
    String branch,
    Optional<String> commit,
    List<TaskLine> tasks,
    List<CheckLine> checks,
    @Nullable ReviewOutcome review,
    List<Criterion> criteria,
    @Nullable Delivered delivered,
    List<String> lacking) {

  /**
   * A task in a line.
   *
   * @param step tasks of one step run side by side
   * @param status waiting, running, checking, done, failed or skipped
   * @param agent who wrote it; empty before
   * @param failure why it failed or was skipped; empty when it was not
   */
  public record TaskLine(
      String id,
      String title,
      int step,
      String status,
      String agent,
      int files,
      int added,
      int removed,
      Optional<String> commit,
      String failure) {}

  /**
   * A check in a line.
   *
   * @param task that it checks; empty for one of the repository
   * @param from where it comes from
   * @param before its verdict on the tree as it was: passed, failed, absent, timed-out; empty
   *     before
   * @param after the same on the branch
   */
  public record CheckLine(
      String line,
      String task,
      String from,
      boolean allowed,
      String before,
      String after,
      boolean flaky) {}
}
