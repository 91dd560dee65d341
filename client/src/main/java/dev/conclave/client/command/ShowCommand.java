package dev.conclave.client.command;

import dev.conclave.client.page.GatePage;
import dev.conclave.client.page.KindPage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.client.session.Watch;
import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Language;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave show}. */
@Command(
    name = "show",
    description = "Show the state of a session, or one part of it in full.",
    footer = {
      "",
      "At an open gate it also prints commands that answer it. If the server no longer",
      "has the session, its folder is read.",
      "",
      "Examples:",
      "  conclave show last",
      "  conclave show last --round 1",
      "  conclave show last --raw gemini --round 2",
      "  conclave show last --plan"
    })
final class ShowCommand extends SessionCommand {
  @Option(
      names = "--round",
      paramLabel = "N",
      description =
          "Show round N in full; of an analysis, all statements. With --raw, the output of that round.")
  private Optional<Integer> round = Optional.empty();

  @Option(names = "--plan", description = "Show the plan in full.")
  private boolean plan;

  @Option(
      names = "--raw",
      paramLabel = "AGENT",
      description = "Show the unchanged output of an agent (default: of the last round).")
  private Optional<String> raw = Optional.empty();

  @Option(names = "--md", description = "With --round or --plan: print it as Markdown.")
  private boolean markdown;

  @Option(names = "--receipts", description = "Show every agent call with its receipt and cost.")
  private boolean receipts;

  ShowCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(context)) {
      Session session = backend.sessions().find(named);
      SessionState<?> known = session.known();
      SessionSnapshot now =
          session
              .ended()
              .map(how -> SessionSnapshot.ofClosed(known.view(), how))
              .orElseGet(() -> new Watch(session, backend.workers()).poll());
      if (!now.isClosed() && now.view().waitsFor().isPresent()) {
        now = now.withGateOf(session.answerTarget().state());
      }
      write(known, now, backend.ui(session), Optional.of(session));
    } catch (UnknownSession e) {
      folder("forgotten", "The server no longer has this session", e);
    } catch (ServerException e) {
      folder("unreachable", String.valueOf(e.getMessage()).replaceFirst("[.;:] .*|\\.$", ""), e);
    }
    return ExitCodes.DONE;
  }

  /** Falls back to the session's folder if the server does not have the session. */
  private void folder(String how, String why, RuntimeException otherwise) {
    Path folder = new SessionFolders(context).find(named).orElseThrow(() -> otherwise);
    context.say(why + "; showing its folder " + folder + ".");
    SessionState<?> state = SessionFolders.read(folder);
    if (raw.isPresent() && KindPage.of(state).keepsOutputs()) {
      printed(folder, raw.get(), state.view());
    } else {
      SessionSnapshot now = SessionSnapshot.ofClosed(state.view(), how);
      write(state, now, Optional.empty(), Optional.empty());
    }
  }

  private void write(
      SessionState<?> state, SessionSnapshot now, Optional<String> ui, Optional<Session> session) {
    context.output().speak(Language.of(state.request().languages()));
    if (raw.isPresent()) {
      raw(state, now.view(), raw.get());
    } else if (plan) {
      KindPage.Part part = KindPage.of(state).plan(state, context::say);
      if (markdown) {
        context.output().quoted(ExportCommand.plan(context, state).stripTrailing());
      } else {
        print(part);
      }
    } else if (receipts) {
      List<CallLine> calls = CallLine.of(state, now.live(), context.clock().instant());
      context.print(json.wanted, calls, page -> SessionPage.receipts(page, calls));
    } else if (round.isPresent()) {
      print(KindPage.of(state).round(state, round.get(), this::whole));
    } else {
      context.print(
          json.wanted,
          Documents.SessionDocument.of(now, ui.orElse(null), state.decisions()),
          page -> {
            SessionPage.write(page, now, ui.map(context::withSignInToken));
            session.flatMap(context::pageOf).ifPresent(link -> page.field("Page", link));
            SessionPage.decisions(page, state.decisions());
            if (session.isPresent() && !now.isClosed() && now.view().gate().isPresent()) {
              GatePage.open(page, session.get(), now.view(), GatePage.ALL);
              GatePage.answers(page, now.view());
            }
          });
    }
  }

  private void print(KindPage.Part part) {
    if (markdown && !json.wanted) {
      Page page = Page.markdown(context.output().resultScreen().language());
      part.page().accept(page);
      context.output().result(page);
      return;
    }
    context.print(json.wanted, part.json(), part.page());
  }

  private Optional<Synthesis> whole(DocumentRef document) {
    return context.host().flatMap(host -> host.round(document, context.dataFolder()));
  }

  private void raw(SessionState<?> state, SessionView view, String agent) {
    if (!KindPage.of(state).keepsOutputs()) {
      throw KindPage.onlyOfPlans(state, "raw outputs");
    }
    Path folder =
        view.folder().map(Path::of).orElseThrow(() -> KindPage.missing(view.session(), "folder"));
    if (!Files.isDirectory(folder)) {
      if (view.rounds().isEmpty() && view.host().equals(Optional.of(context.hostId()))) {
        throw new UsageException("No output yet: outputs are written after each round.");
      }
      throw new UsageException(
          "Agent output is on host %s, in %s: run the command there."
              .formatted(view.hostName().or(view::host).orElse("?"), folder));
    }
    printed(folder, agent, view);
  }

  private void printed(Path folder, String agent, SessionView view) {
    if (!agent.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new UsageException("\"" + agent + "\" is not an agent's name.");
    }
    int number = round.orElse(Math.max(1, view.rounds().size()));
    Path file = folder.resolve(Path.of("rounds", String.valueOf(number), "raw", agent + ".txt"));
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      if (json.wanted) {
        context.output().json(new Documents.Raw(agent, number, file.toString(), text));
      } else {
        context.output().quoted(text);
      }
    } catch (NoSuchFileException e) {
      throw new UsageException(
          "%s printed nothing in round %d, or was not called. To see each call: `conclave show %s --receipts`."
              .formatted(agent, number, folder.getFileName()),
          e);
    } catch (IOException e) {
      throw new UsageException("Cannot read " + file + ": " + e.getMessage() + ".", e);
    }
  }
}
