package dev.conclave.workflows.execute;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.CheckActivities.CheckStatus;
import dev.conclave.workflows.api.ExecutionActivities.Command;
import dev.conclave.workflows.api.ExecutionActivities.Command.Origin;
import dev.conclave.workflows.api.ExecutionActivities.Command.Purpose;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A command of an execution with what it came to.
 *
 * @param allowed whether it may run
 * @param before on the tree as it was; null before, and for setup
 * @param after on the branch as it is; null before
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

  /** The same as a check of the whole repository. */
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

  /** Whether it is run on the work: a check that may run, and that is required or can be run. */
  boolean canRun() {
    return allowed
        && command.purpose() == Purpose.CHECK
        && (!is(before, CheckStatus.ABSENT) || isRequired());
  }

  /** Whether the result is good only if it passes: a check of the user or of a task. */
  boolean isRequired() {
    return !command.task().isEmpty()
        || command.origin() == Origin.OPTION
        || command.origin() == Origin.CONFIGURATION;
  }

  /** Whether it is the check of this command line; setup may have the same. */
  boolean isCheck(String line) {
    return command.purpose() == Purpose.CHECK && command.line().equals(line);
  }

  /** Whether it passed on the tree as it was. */
  @JsonIgnore
  public boolean isPassedBefore() {
    return is(before, CheckStatus.PASSED);
  }

  /** Whether it passed before and, run twice, fails now. */
  boolean regresses(CheckRun now) {
    return isPassedBefore() && now.status() != CheckStatus.PASSED;
  }

  private static boolean is(@Nullable CheckRun run, CheckStatus status) {
    return run != null && run.status() == status;
  }
}
