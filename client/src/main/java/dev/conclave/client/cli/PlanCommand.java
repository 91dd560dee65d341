package dev.conclave.client.cli;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.plan.PlanRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave plan}. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = "Start a planning session, and stay with it.")
final class PlanCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private PlanOptions options = new PlanOptions();
  @Mixin private JsonOption json = new JsonOption();
  @Mixin private BellOption bell = new BellOption();

  PlanCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    Configuration configuration = around.configuration();
    PlanRequest request = new PlanRequests(around).of(options, configuration);
    if (options.dryRun) {
      return new DryRun(around, json.wanted).tell(request, configuration);
    }
    try (Backend backend = Backend.ready(around, configuration)) {
      backend.refuseLoss(options.detach);
      Session session =
          new SessionStart(backend.connection())
              .start(request.withSearchAttributes(backend.searchable()), around.clock().instant());
      if (options.detach) {
        return detached(session, backend);
      }
      around.output().say("Session " + session.id() + " has begun.");
      backend.ui(session.id()).ifPresent(url -> around.output().say("Temporal UI: " + url));
      return new Attendance(around, backend, json.wanted, bell.rings(around)).attend(session);
    }
  }

  private int detached(Session session, Backend backend) {
    new StartedDocument(session.id(), backend.ui(session.id())).print(around, json.wanted);
    return ExitCodes.DONE;
  }
}
