package dev.conclave.client.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.host.PlanPreview;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.session.SessionView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON documents that are not records of the session itself. */
public final class Documents {
  private Documents() {}

  /**
   * A session: the result of query {@code state}, with additional data.
   *
   * @param waitingFor what else it waits for, besides agents and humans
   * @param answerWith commands that answer the open gate
   * @param decisions all accepted answers; only in {@code show}
   */
  public record SessionDocument(
      @JsonUnwrapped SessionView session,
      List<LiveAgent> calls,
      @Nullable String ui,
      @Nullable String waitingFor,
      @Nullable String workflow,
      List<String> answerWith,
      @Nullable List<Decision> decisions) {

    static SessionDocument of(
        SessionSnapshot now, @Nullable String ui, @Nullable List<Decision> decisions) {
      return new SessionDocument(
          now.view(),
          now.live(),
          ui,
          now.waitsFor(),
          now.closed(),
          now.view()
              .gate()
              .filter(gate -> now.awaitsHuman())
              .map(gate -> AnswerLines.of(now.view().handle(), gate))
              .orElse(List.of()),
          decisions);
    }
  }

  public record StartedDocument(String session, String handle, @Nullable String ui) {}

  public record Failure(String error, int exitCode) {}

  /** The preview is absent without the worker, or for a workspace by URL. */
  public record DryRun(PlanRequest request, @Nullable PlanPreview preview) {}

  public record Raw(String agent, int round, String file, String text) {}

  public record Cancelled(String session, String status) {}

  public record Removed(String session, int documents, boolean history) {}

  /** {@code missing} lists documents that no longer exist. */
  public record Exported(String folder, List<String> missing) {}
}
