package dev.conclave.client.command;

import dev.conclave.client.page.Figures;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.Words;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave resume}. */
@Command(
    name = "resume",
    description = "Go on with a saved, cancelled or failed session from what it knew.",
    footer = {
      "",
      "When the server has forgotten the session, its folder is read: call it in the",
      "session's workspace, on the host that wrote the folder.",
      "",
      "Examples:",
      "  conclave resume last",
      "  conclave resume last --deadline 2d:save",
      "  conclave resume MCP-add-rate-limiting --detach",
      "",
      "Exit codes: as of `conclave plan`."
    })
final class ResumeCommand implements Callable<Integer> {
  private final CommandContext context;
  @Mixin private SharedOptions.SessionName parameter = new SharedOptions.SessionName();
  @Mixin private SharedOptions.Json json = new SharedOptions.Json();

  @Option(names = "--detach", description = "Start it and leave it to itself.")
  private boolean detach;

  @Option(
      names = "--deadline",
      paramLabel = "DURATION[:POLICY]",
      converter = PlanOptions.DeadlineConverter.class,
      description = {
        "Stop waiting after so long, counted from now, instead of as long as at first",
        "(a session that its deadline ended goes on without one); then save (default),",
        "cancel or approve-first."
      })
  private Optional<Deadline> deadline = Optional.empty();

  ResumeCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.ready(context, context.configuration(), byUrl())) {
      PlanState state = known(backend);
      if (state.phase() == Phase.COMPLETE) {
        throw new Refusal(
            "Session %s is complete: start another with `conclave plan`."
                .formatted(state.session()));
      }
      backend.refuseLoss(detach);
      PlanRequest request = request(state, backend);
      Session session = new SessionStart(backend.connection()).resume(state, request);
      return PlanCommand.stay(
          context,
          backend,
          session,
          request,
          detach,
          json.wanted,
          "Session %s goes on from %s.".formatted(session.id(), Words.of(state.resumeAt())),
          state.updatedAt());
    }
  }

  /** Whether the server has the session, on a workspace by URL. */
  private boolean byUrl() {
    try (Backend there = Backend.existing(context)) {
      PlanState state = there.sessions().find(parameter.name).last();
      return state.request().workspace().path().isEmpty();
    } catch (ServerException | Refusal e) {
      return false;
    }
  }

  private PlanRequest request(PlanState state, Backend backend) {
    PlanRequest asked = state.request().withSearchAttributes(backend.searchable());
    // What a session kept instead of answering by itself is kept for whoever resumes it.
    PlanRequest own = state.phase() == Phase.SAVED ? asked.attended() : asked;
    // The same time again would end at once a session that its deadline has ended.
    Optional<Instant> passed = state.deadlineAt().filter(at -> !at.isAfter(state.updatedAt()));
    if (passed.isPresent() && deadline.isEmpty()) {
      context.say(
          "Its deadline passed at %s; it goes on without one. A deadline is set when a session is resumed, with for example --deadline 2d."
              .formatted(Figures.time(passed.get())));
    }
    return deadline.isPresent() || passed.isPresent() ? own.withDeadline(deadline) : own;
  }

  /** What the session knew: by the server, else by its folder. */
  private PlanState known(Backend backend) {
    SessionFolders folders = new SessionFolders(context);
    Optional<Path> folder = folders.find(parameter.name);
    if (backend.lasting() || folder.isEmpty()) { // an in-memory server knows nothing
      try {
        return backend.sessions().find(parameter.name).last();
      } catch (UnknownSession e) {
        if (folder.isEmpty()) {
          throw e;
        }
      }
    }
    PlanState state = folders.toGoOnFrom(folder.get());
    context.say("The server has this session no more; it goes on from " + folder.get() + ".");
    return state;
  }
}
