package dev.conclave.client.session;

import dev.conclave.workflows.plan.PlanPreview.Preview;
import dev.conclave.workflows.plan.PlanRequest;
import java.util.List;
import java.util.Optional;

/** What {@code --json} prints where no record of the session's own does. */
public final class Documents {
  private Documents() {}

  /**
   * Of a command that failed.
   *
   * @param error what is wrong, and what mends it
   * @param exitCode of the command
   */
  public record Failure(String error, int exitCode) {}

  /**
   * Of {@code plan --dry-run}.
   *
   * @param preview absent where the worker is not installed, or before a repository is cloned
   */
  public record DryRun(PlanRequest request, Optional<Preview> preview) {}

  /** Of {@code show --raw}. */
  public record Raw(String agent, int round, String file, String text) {}

  /** Of {@code cancel}. */
  public record Cancelled(String session, String status) {}

  /**
   * Of {@code export}.
   *
   * @param missing what could not be had any more
   */
  public record Exported(String folder, List<String> missing) {}
}
