package dev.conclave.workflows.context;

import dev.conclave.workflows.api.Notification;
import java.util.List;
import java.util.Optional;

/**
 * The argument of a run.
 *
 * @param carried what the session knows already; empty at its start
 */
public record ContextInput(
    ContextRequest request, Optional<ContextState> carried, List<Notification> unsent) {
  public ContextInput(ContextRequest request, Optional<ContextState> carried) {
    this(request, carried, List.of());
  }
}
