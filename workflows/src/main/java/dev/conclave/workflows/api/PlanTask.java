package dev.conclave.workflows.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * One task of a plan.
 *
 * @param action Create, Update, Implement, Refactor, Add, Delete, Configure, Test or Fix
 * @param verification in words
 * @param checks exact command lines whose exit codes verify the task, at most 5
 * @param risks each followed by {@link #MITIGATION} and the mitigation, if given
 * @param executionGroup from 1; tasks of one group run in parallel
 */
@RecordBuilder
public record PlanTask(
    String id,
    String title,
    String scope,
    String action,
    String description,
    List<PlanFile> files,
    List<String> implementation,
    List<String> acceptance,
    List<String> dependsOn,
    int executionGroup,
    String verification,
    List<String> checks,
    List<String> risks,
    String rationale)
    implements PlanTaskBuilder.With {
  public static final String MITIGATION = "; mitigation: ";

  /**
   * A file that a task touches.
   *
   * @param line from 1; 0 for the whole file
   * @param action {@code modify}, {@code create} or {@code delete}
   */
  public record PlanFile(String path, int line, String action, String change) {
    public static final String MODIFY = "modify";
    public static final String CREATE = "create";
    public static final String DELETE = "delete";
  }
}
