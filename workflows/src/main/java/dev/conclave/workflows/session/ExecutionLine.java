package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Summary of an execution.
 *
 * @param of the planning session; empty for a plan from a file
 * @param branch that holds its commits
 * @param commit the last one; empty before the first
 * @param review null before the first review
 * @param criteria each with its last verdict
 * @param delivered null before the delivery
 * @param lacking why the result is not good; empty when it is, or while running
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
  List<String> ids() {
    return tasks.stream().map(TaskLine::id).toList();
  }

  /**
   * Summary of a task.
   *
   * @param step tasks of one step run in parallel
   * @param status waiting, running, checking, done, failed or skipped
   * @param agent its author; empty before
   * @param failure why it failed or was skipped; empty otherwise
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
   * Summary of a check.
   *
   * @param task that it checks; empty for a check of the repository
   * @param from its source
   * @param before verdict on the original tree: passed, failed, absent, timed-out; empty before
   * @param after verdict on the branch
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
