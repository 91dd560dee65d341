package dev.conclave.worker;

import dev.conclave.workflows.plan.PlanWorkflowImpl;
import java.util.List;

/** What a worker of Conclave registers. */
public final class HostRegistrations implements Registrations.Factory {

  @Override
  public Registrations on(WorkerHost host) {
    return new Registrations(
        List.of(PlanWorkflowImpl.class), List.of(), List.of(), List.of(), new OrphanedCalls(host));
  }
}
