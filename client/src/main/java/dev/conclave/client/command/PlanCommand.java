package dev.conclave.client.command;

import dev.conclave.client.page.Figures;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.temporal.ExitCodes;
import java.time.Instant;
import java.util.Optional;
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
final class PlanCommand implements Callable<Integer> {
  private final CommandContext context;
  @Mixin private PlanOptions options = new PlanOptions();

  PlanCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    TextInput input = new TextInput(context);
    return input.keeping(() -> planned(input));
  }

  private int planned(TextInput input) {
    Configuration configuration = context.configuration();
    PlanRequest request = new PlanRequests(context, input).of(options, configuration);
    if (options.freedom.dryRun) {
      return new DryRun(context, options.json.wanted).tell(request, configuration);
    }
    boolean byUrl = request.workspace().path().isEmpty();
    try (Backend backend = Backend.ready(context, configuration, byUrl)) {
      backend.refuseLoss(options.freedom.detach);
      backend.requireHostOf(request.workspace());
      PlanRequest asked = request.withSearchAttributes(backend.searchable());
      Session session =
          new SessionStart(backend.connection()).start(asked, context.clock().instant());
      return stay(
          context,
          backend,
          session,
          asked,
          options.freedom.detach,
          options.json.wanted,
          "Session " + session.id() + " has begun.",
          Instant.EPOCH);
    }
  }

  /**
   * Leaves a session that has begun, or stays with it; the exit code.
   *
   * @param begun says so
   * @param from what happened until then, by the session's clock, is known
   */
  static int stay(
      CommandContext context,
      Backend backend,
      Session session,
      PlanRequest request,
      boolean detach,
      boolean json,
      String begun,
      Instant from) {
    Optional<String> ui = backend.ui(session.id());
    if (detach && json) {
      context.output().json(new Documents.StartedDocument(session.id(), ui));
    } else if (detach) {
      context.output().result(session.id());
    } else {
      context.say(begun);
    }
    if (!(detach && json)) {
      ui.ifPresent(url -> context.say("Temporal UI: " + url));
    }
    request
        .deadline()
        .ifPresent(
            deadline ->
                context.say(
                    "At its deadline, %s, %s."
                        .formatted(
                            Figures.time(context.clock().instant().plus(deadline.after())),
                            deadline.policy().then())));
    if (detach) {
      context.say("It runs in the background. Come back with: conclave watch " + session.id());
      return ExitCodes.DONE;
    }
    return new Attendance(context, backend, json).attend(session, from);
  }
}
