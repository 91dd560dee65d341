package dev.conclave.client.command;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.client.view.Formats;
import dev.conclave.workflows.config.Configuration.MessagePolicy;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionTrust;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Words;
import java.nio.file.Path;
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
      "If the server has forgotten the session, its folder is read: run the command in",
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
  @Option(names = "--detach", description = "Start it and return at once.")
  private boolean detach;

  @Option(
      names = "--deadline",
      paramLabel = "DURATION[:POLICY]",
      description = {
        "Stop waiting after so long, counted from now, instead of as long as at first",
        "(a session that its deadline ended goes on without one); then save (default),",
        "cancel or approve-first."
      })
  private Optional<Deadline> deadline = Optional.empty();

  ResumeCommand(CommandContext context) {
    super(context);
  }

  /** The same for {@code conclave analyze --continue}. */
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
      if (KindSpec.isBegun(state.session())) {
        throw new UsageException(
            "Session %s was begun for another one: resume that with `conclave resume %s`."
                .formatted(state.session(), KindSpec.folderName(state.session())));
      }
      if (state.view().complete() && !state.kind().continues()) {
        throw new UsageException(
            "Session %s is complete: start another with `conclave %s`."
                .formatted(state.session(), state.kind().command()));
      }
      backend.refuseLoss(detach);
      SessionRequest request = request(state, backend);
      Session session =
          new SessionStart(backend.sessions()).start(state.session(), request, Optional.of(state));
      return SessionFollower.begin(
          context,
          backend,
          json.wanted,
          session,
          request,
          detach,
          "Session %s goes on from %s.".formatted(session.handle(), Words.of(state.resumeAt())),
          state.updatedAt(),
          view -> {});
    }
  }

  /** Whether the server has the session, on a workspace by URL. */
  private boolean byUrl() {
    try (Backend there = Backend.existing(context)) {
      SessionState<?> state = there.sessions().find(named).last();
      return state.request().workspace().path().isEmpty();
    } catch (ServerException | UnknownSession e) {
      return false; // its folder on this host may know it
    }
  }

  private SessionRequest request(SessionState<?> state, Backend backend) {
    SessionRequest asked = state.request().withSearchAttributes(backend.searchable());
    // What a session kept instead of answering by itself is kept for whoever resumes it.
    SessionRequest own =
        Set.of("saved", "complete").contains(state.view().status()) ? asked.attended() : asked;
    // The same time again would end at once a session that its deadline has ended.
    Optional<Instant> passed = state.deadlineAt().filter(at -> !at.isAfter(state.updatedAt()));
    if (passed.isPresent() && deadline.isEmpty()) {
      context.say(
          "Its deadline passed at %s, so it goes on without one. To set a new one, resume it with for example --deadline 2d."
              .formatted(Formats.time(passed.get())));
    }
    SessionRequest timed =
        deadline.isPresent() || passed.isPresent() ? own.withDeadline(deadline) : own;
    SessionTrust before = timed.trusted();
    StartCommand.requireApprovers(before, timed);
    // Who may approve stays; a session that began before the switch is sealed from now on.
    boolean sealed = before.sealed() || context.configuration().messages() == MessagePolicy.SEALED;
    return timed.withTrust(new SessionTrust(sealed, before.keys(), before.approvers()));
  }

  /** What the session knew: by the server, else by its folder. */
  private SessionState<?> known(Backend backend) {
    SessionFolders folders = new SessionFolders(context);
    Optional<Path> folder = folders.find(named);
    if (backend.lasting() || folder.isEmpty()) { // an in-memory server knows nothing
      try {
        return backend.sessions().find(named).last();
      } catch (UnknownSession | ServerException e) {
        if (folder.isEmpty()) {
          throw e;
        }
      }
    }
    SessionState<?> state = folders.toGoOnFrom(folder.get());
    context.say("The server no longer tells this session; it goes on from " + folder.get() + ".");
    return state;
  }
}
