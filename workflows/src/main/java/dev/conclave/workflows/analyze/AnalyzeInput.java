package dev.conclave.workflows.analyze;

import dev.conclave.workflows.api.Notification;
import java.util.List;
import java.util.Optional;

/**
 * The argument of a run.
 *
 * @param carried what the session knows already; empty at its start
 */
public record AnalyzeInput(
    AnalyzeRequest request, Optional<AnalyzeState> carried, List<Notification> unsent) {
  public AnalyzeInput(AnalyzeRequest request, Optional<AnalyzeState> carried) {
    this(request, carried, List.of());
  }
}
