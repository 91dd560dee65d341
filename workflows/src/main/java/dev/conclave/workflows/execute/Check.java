package dev.conclave.workflows.execute;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.CheckActivities.CheckStatus;
import dev.conclave.workflows.api.ExecutionActivities.Command;
import dev.conclave.workflows.api.ExecutionActivities.Command.Origin;
import dev.conclave.workflows.api.ExecutionActivities.Command.Purpose;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A command of an execution and its results.
 *
 * @param allowed whether it may run
 * @param before the result on the original tree; null before it ran, and for setup
 * @param after the result on the current branch; null before it ran
 * @param flaky whether it gave two verdicts on one tree
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Check(
    Command command,
    boolean allowed,
    @Nullable CheckRun before,
    @Nullable CheckRun after,
    boolean flaky)
    implements CheckBuilder.With {

  static Check of(Command command) {
    return new Check(command, command.allowed(), null, null, false);
  }

  Check ofRepository() {
    return withCommand(
        new Command(
            command.line(),
            command.purpose(),
            "",
            command.origin(),
            command.from(),
            command.allowed()));
  }

  /** Whether it runs on the work: an allowed check that is required or available. */
  boolean canRun() {
    return allowed
        && command.purpose() == Purpose.CHECK
        && (!is(before, CheckStatus.ABSENT) || isRequired());
  }

  /** Whether it must pass for a good result: a check of the user or of the plan. */
  boolean isRequired() {
    return command.origin() != Origin.PROJECT;
  }

  /** Compares the purpose as well: a setup command may have the same command line. */
  boolean isCheck(String line) {
    return command.purpose() == Purpose.CHECK && command.line().equals(line);
  }

  /** Whether it is a task's own check, which did not pass before. */
  boolean isOf(String task) {
    return command.task().equals(task) && !isPassedBefore();
  }

  /** Whether it passed on the original tree. */
  @JsonIgnore
  public boolean isPassedBefore() {
    return is(before, CheckStatus.PASSED);
  }

  /** Whether it passed before but fails now, on its second run too. */
  boolean regresses(CheckRun now) {
    return isPassedBefore() && now.status() != CheckStatus.PASSED;
  }

  private static boolean is(@Nullable CheckRun run, CheckStatus status) {
    return run != null && run.status() == status;
  }

  static String verdict(@Nullable CheckRun run) {
    return run == null ? "not run" : Words.of(run.status());
  }
}
