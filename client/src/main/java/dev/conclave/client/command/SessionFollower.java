package dev.conclave.client.command;

import dev.conclave.client.page.GatePage;
import dev.conclave.client.page.LiveView;
import dev.conclave.client.page.ProgressLines;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.page.SessionViewer;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionPoller;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.Watch;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Prompt.PromptAbandoned;
import dev.conclave.client.view.Formats;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.ReviewLine;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Language;
import java.io.IOError;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.utils.Signals;

/** Follows a session until it ends or needs a human, and prompts the user at a terminal. */
final class SessionFollower {
  /** Time limit for a silent server or worker in scripts; a user can leave at any time. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration TICK = Duration.ofMillis(500);

  private final CommandContext context;
  private final Backend backend;
  private final boolean json;
  private final boolean bell;
  private final Consumer<SessionView> after;
  private final Optional<Console> console;

  SessionFollower(CommandContext context, Backend backend, boolean json) {
    this(context, backend, json, view -> {});
  }

  private SessionFollower(
      CommandContext context, Backend backend, boolean json, Consumer<SessionView> after) {
    this.after = after;
    this.context = context;
    this.backend = backend;
    this.json = json;
    this.bell = context.configuration().notifications().rings();
    this.console = json ? Optional.empty() : context.console().map(Supplier::get);
  }

  /** Detaches from a started session or follows it; returns the exit code. */
  static int begin(
      CommandContext context,
      Backend backend,
      boolean json,
      Session session,
      SessionRequest request,
      boolean detach,
      String begun,
      Instant from,
      Consumer<SessionView> after) {
    context.output().speak(Language.of(request.languages()));
    Optional<String> ui = backend.ui(session);
    if (detach && json) {
      context
          .output()
          .json(new Documents.StartedDocument(session.id(), session.handle(), ui.orElse(null)));
    } else {
      if (detach) {
        context.output().result(session.id());
      } else {
        context.say(begun);
      }
      ui.ifPresent(url -> context.say("Temporal UI: " + context.withSignInToken(url)));
      context.pageOf(session).ifPresent(link -> context.say("Page: " + link));
    }
    request
        .terms()
        .deadline()
        .ifPresent(
            deadline ->
                context.say(
                    "At its deadline, %s, %s."
                        .formatted(
                            Formats.time(context.clock().instant().plus(deadline.after())),
                            deadline.policy().then())));
    if (detach) {
      context.say("Running in the background. To follow it: conclave watch " + session.handle());
      return ExitCodes.DONE;
    }
    return new SessionFollower(context, backend, json, after).follow(session, from);
  }

  /** Follows the session and prompts at its gates if possible; returns the exit code. */
  int follow(Session session, Instant from) {
    Runnable restore = interruptible();
    try {
      SessionSnapshot now = last(session, from);
      Session carrying =
          now.isClosed() && now.view().then().isPresent() ? session.continuation() : session;
      if (!carrying.id().equals(session.id())) {
        context.say("Session " + carrying.handle() + " executes the plan.");
        return follow(carrying, from);
      }
      return now.isClosed() ? ended(session, now) : awaiting(session, now);
    } catch (InterruptedException e) {
      return left(session, ExitCodes.INTERRUPTED);
    } catch (PromptAbandoned e) {
      return left(session, e.interrupted() ? ExitCodes.INTERRUPTED : ExitCodes.AWAITING_HUMAN);
    } catch (IOError e) {
      if (e.getCause() instanceof InterruptedIOException) {
        return left(session, ExitCodes.INTERRUPTED); // while reading the terminal's size
      }
      throw e;
    } catch (ServerException | UsageException e) {
      if (!Thread.interrupted()) {
        throw e;
      }
      return left(session, ExitCodes.INTERRUPTED); // during a server call
    } finally {
      restore.run();
    }
  }

  /** Returns the snapshot at the session's end, or at a gate without a user to prompt. */
  private SessionSnapshot last(Session session, Instant from)
      throws InterruptedException, PromptAbandoned {
    Watch watch = new Watch(session, backend.workers());
    try (SessionPoller poller = new SessionPoller(watch::poll, context.pace())) {
      ProgressLines lines = new ProgressLines(context.output()::tell, from);
      Optional<GatePrompt> call =
          console.map(person -> new GatePrompt(context, session, poller, person));
      String over = "";
      while (true) {
        AtomicBoolean worked = new AtomicBoolean();
        SessionSnapshot now = followed(poller, lines, worked, over);
        if (now.isClosed()) {
          return now;
        }
        if (!now.awaitsHuman()) {
          String waited = now.view().waitsFor().orElseThrow();
          context.say("Session %s is waiting for session %s.".formatted(session.handle(), waited));
          SessionSnapshot other = last(backend.sessions().get(waited), from);
          if (!other.isClosed()) {
            return now.withGateOf(other.view());
          }
          over = waited;
        } else if (call.isEmpty()) {
          if (!backend.isPersistent()) {
            SessionFolders.awaitGate(now.view());
          }
          return now;
        } else {
          if (bell && worked.get()) { // no bell if the gate was already open
            console.orElseThrow().ring();
          }
          if (!call.get().promptAndSend(now.view())) {
            throw new PromptAbandoned(false);
          }
        }
      }
    }
  }

  /**
   * Shows the session, live if the terminal supports it, until it ends or waits for a human or
   * another session.
   */
  private SessionSnapshot followed(
      SessionPoller poller, ProgressLines lines, AtomicBoolean worked, String over)
      throws InterruptedException {
    SessionViewer live =
        console
            .map(Console::terminal)
            .filter(LiveView::possible)
            .<SessionViewer>map(
                terminal -> new LiveView(terminal, context.output()::progressScreen))
            .orElse(lines);
    try (SessionViewer viewer = live) {
      while (true) {
        SessionPoller.Poll poll = poller.next(TICK);
        viewer.show(poll, context.clock().instant());
        if (poll.current().isPresent()) {
          SessionSnapshot now = poll.current().get();
          if (now.isClosed()
              || now.awaitsHuman()
              || now.view().waitsFor().filter(other -> !other.equals(over)).isPresent()) {
            return now;
          }
          worked.set(true);
        }
        if (console.isEmpty() && poll.silence() != null && poll.silence().compareTo(PATIENCE) > 0) {
          throw poll.trouble() == null
              ? new ServerException("Neither the server nor a worker has answered.")
              : poll.trouble();
        }
      }
    }
  }

  private int awaiting(Session session, SessionSnapshot now) {
    Optional<String> ui = backend.ui(session);
    context.print(
        json,
        Documents.SessionDocument.of(now, ui.orElse(null), null),
        page -> {
          GatePage.waiting(
              page, session, now.view(), ui.map(context::withSignInToken), backend.isPersistent());
          context.pageOf(session).ifPresent(link -> page.field("Page", link));
        });
    return ExitCodes.AWAITING_HUMAN;
  }

  private int ended(Session session, SessionSnapshot now) {
    Optional<String> ui = backend.ui(session);
    context.print(
        json,
        Documents.SessionDocument.of(now, ui.orElse(null), null),
        page -> {
          SessionPage.write(page, now, ui.map(context::withSignInToken));
          context.pageOf(session).ifPresent(link -> page.field("Page", link));
        });
    after.accept(now.view());
    ReviewLine review = now.view().review();
    ExecutionLine execution = now.view().execution();
    boolean good =
        (review == null || !Boolean.TRUE.equals(review.met()))
            && (execution == null || execution.lacking().isEmpty());
    return switch (now.view().status()) {
      case "complete" -> good ? ExitCodes.DONE : ExitCodes.BELOW_THRESHOLD;
      // An unattended session that was saved needs a human.
      case "saved" ->
          execution != null && execution.delivered() != null
              ? good ? ExitCodes.DONE : ExitCodes.BELOW_THRESHOLD
              : now.view().unattended() ? ExitCodes.AWAITING_HUMAN : ExitCodes.DONE;
      // The change to review is empty.
      default ->
          review != null && review.change().files() == 0 ? ExitCodes.USAGE : ExitCodes.FAILED;
    };
  }

  private int left(Session session, int code) {
    context.say(
        backend.isPersistent()
            ? "The session keeps running. To follow it: conclave watch " + session.handle()
            : "The in-memory server ends with this command; the session is saved in its folder. To continue: conclave resume "
                + session.handle());
    return code;
  }

  /** Makes the first Ctrl-C interrupt this thread and the second end the process, until undone. */
  private Runnable interruptible() {
    Thread thread = Thread.currentThread();
    AtomicBoolean once = new AtomicBoolean();
    Runnable interrupt =
        () -> {
          if (once.getAndSet(true)) {
            System.exit(ExitCodes.INTERRUPTED);
          }
          thread.interrupt();
        };
    if (console.isPresent()) {
      Terminal terminal = console.get().terminal();
      Terminal.SignalHandler before = terminal.handle(Signal.INT, signal -> interrupt.run());
      return () -> terminal.handle(Signal.INT, before);
    }
    Object before = Signals.register("INT", interrupt);
    return () -> Signals.unregister("INT", before);
  }
}
