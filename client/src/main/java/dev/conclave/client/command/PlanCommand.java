package dev.conclave.client.command;

import dev.conclave.client.session.Backend;
import dev.conclave.client.session.BackendStart;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.client.session.StartedDocument;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.client.terminal.Unsent;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.temporal.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave plan}. */
@Command(
    name = "plan",
    description = "Start a planning session, and stay with it until it needs you.",
    footer = {
      "",
      "At a terminal it asks you at each gate; Ctrl-C leaves the session running.",
      "Without TASK, at a terminal, your $VISUAL or $EDITOR opens.",
      "",
      "Examples:",
      "  conclave plan \"Add rate limiting per client\"",
      "  conclave plan -f task.md --repo ../shop --tools gemini,claude",
      "  conclave plan \"Fix the flaky login test\" --yes --budget-usd 2 --json",
      "  conclave plan \"Split the billing module\" --dry-run",
      "",
      "Exit codes: 0 complete or saved, 1 failed or cancelled, 2 usage, 3 no server",
      "or worker, 10 awaiting a human, 130 interrupted."
    })
public final class PlanCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private PlanOptions options = new PlanOptions();

  public PlanCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    Unsent unsent = new Unsent(around);
    return unsent.during(() -> planned(unsent));
  }

  private int planned(Unsent unsent) {
    Configuration configuration = around.configuration();
    PlanRequest request = new PlanRequests(around, unsent).of(options, configuration);
    if (options.freedom.dryRun) {
      return new DryRun(around, options.json.wanted).tell(request, configuration);
    }
    try (Backend backend = BackendStart.ready(around, configuration, request.workspace())) {
      backend.refuseLoss(options.freedom.detach);
      backend.requireHostOf(request.workspace());
      Session session =
          new SessionStart(backend.connection())
              .start(request.withSearchAttributes(backend.searchable()), around.clock().instant());
      if (options.freedom.detach) {
        int code = detached(session, backend);
        new AtDeadline(around).say(request);
        return code;
      }
      around.output().say("Session " + session.id() + " has begun.");
      backend.ui(session.id()).ifPresent(url -> around.output().say("Temporal UI: " + url));
      new AtDeadline(around).say(request);
      return new Attendance(around, backend, options.json.wanted, options.bell.rings(around))
          .attend(session);
    }
  }

  private int detached(Session session, Backend backend) {
    new StartedDocument(session.id(), backend.ui(session.id())).print(around, options.json.wanted);
    return ExitCodes.DONE;
  }
}
