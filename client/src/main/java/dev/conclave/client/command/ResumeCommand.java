package dev.conclave.client.command;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.client.view.Formats;
import dev.conclave.workflows.config.Configuration.MessagePolicy;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.session.SessionTrust;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave resume}. */
@Command(
    name = "resume",
    description = "Continue a saved, cancelled or failed session, or a complete analysis.",
    footer = {
      "",
      "An execution with a kept branch asks again how to deliver it.",
      "If the server no longer has the session, its folder is used: run the command in",
      "the session's workspace, on the host that wrote the folder.",
      "",
      "Examples:",
      "  conclave resume last",
      "  conclave resume last --deadline 2d:save",
      "  conclave resume MCP-add-rate-limiting --detach",
      "",
      "Exit codes: as for `conclave plan`."
    })
final class ResumeCommand extends SessionCommand {
  @Option(names = "--detach", description = "Resume the session and return immediately.")
  private boolean detach;

  @Option(
      names = "--deadline",
      paramLabel = "DURATION[:POLICY]",
      description = {
        "How long to wait for you from now, instead of the original time; then save",
        "(default), cancel or approve-first. A session that its deadline ended",
        "continues without one."
      })
  private Optional<Deadline> deadline = Optional.empty();

  @Option(
      names = "--restart",
      description = "Start a new execution of the plan; the existing one is kept.")
  private boolean restart;

  ResumeCommand(CommandContext context) {
    super(context);
  }

  /** Runs {@code conclave analyze --continue} and the like. */
  static int call(CommandContext context, String session, boolean detach, boolean json) {
    ResumeCommand command = new ResumeCommand(context);
    command.named = session;
    command.detach = detach;
    command.json.wanted = json;
    return command.call();
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.ready(context, context.configuration(), byUrl())) {
      SessionState<?> state = known(backend);
      if (KindSpec.isChild(state.session()) && state.kind() != ExecuteState.KIND) {
        throw new UsageException(
            "Session %s was started for another one: resume that with `conclave resume %s`."
                .formatted(state.session(), KindSpec.folderName(state.session())));
      }
      if (restart && state.kind() != ExecuteState.KIND) {
        throw new UsageException("--restart requires an execution.");
      }
      if (state.view().complete() && !state.kind().continues() && !restart) {
        throw new UsageException(
            state.kind() == ExecuteState.KIND
                ? "Session %1$s is complete: to start over, run `conclave resume %1$s --restart`."
                    .formatted(state.handle())
                : "Session %s is complete: start a new one with `conclave %s`."
                    .formatted(state.session(), state.kind().command()));
      }
      backend.refuseLoss(detach);
      SessionRequest request = request(state, backend);
      SessionStart sessions = new SessionStart(backend.sessions());
      Session session =
          restart
              ? ExecuteCommand.start(sessions, (ExecuteRequest) request, context)
              : sessions.start(state.session(), request, Optional.of(state));
      return SessionFollower.begin(
          context,
          backend,
          json.wanted,
          session,
          request,
          detach,
          restart
              ? "Session %s started.".formatted(session.handle())
              : "Session %s continues from %s."
                  .formatted(session.handle(), Words.of(state.resumeAt())),
          restart ? Instant.EPOCH : state.updatedAt(),
          view -> {});
    }
  }

  /** Returns the session's state, or that of its execution. */
  private SessionState<?> known(Backend backend) {
    SessionFolders folders = new SessionFolders(context);
    SessionState<?> state = folders.known(backend, named);
    Optional<String> execution =
        state instanceof PlanState plan ? plan.execution() : Optional.empty();
    return execution.isPresent() ? folders.known(backend, execution.get()) : state;
  }

  /** Whether the server has the session, on a workspace by URL. */
  private boolean byUrl() {
    try (Backend there = Backend.existing(context)) {
      SessionState<?> state = there.sessions().find(named).last();
      return state.request().workspace().path().isEmpty();
    } catch (ServerException | UnknownSession e) {
      return false; // its folder may be on this host
    }
  }

  private SessionRequest request(SessionState<?> state, Backend backend) {
    // A saved gate of an unattended session is for the user who resumes it.
    boolean attended = Set.of("saved", "complete").contains(state.view().status());
    SessionRequest own = attended ? state.request().attended() : state.request();
    SessionTerms terms = own.terms().withSearchAttributes(backend.searchable());
    // The same deadline would end the session again immediately.
    Optional<Instant> passed = state.deadlineAt().filter(at -> !at.isAfter(state.updatedAt()));
    if (passed.isPresent() && deadline.isEmpty()) {
      context.say(
          "Its deadline passed at %s, so it continues without one. To set a new one, resume with --deadline, for example --deadline 2d."
              .formatted(Formats.time(passed.get())));
    }
    if (deadline.isPresent() || passed.isPresent()) {
      terms = terms.withDeadline(deadline);
    }
    SessionRequest timed = own.with(terms);
    SessionTrust before = timed.trusted();
    StartCommand.requireApprovers(before, timed);
    // Keep the approvers; seal a session that began before sealing was turned on.
    boolean sealed = before.sealed() || context.configuration().messages() == MessagePolicy.SEALED;
    return timed.with(terms.trusting(new SessionTrust(sealed, before.keys(), before.approvers())));
  }
}
