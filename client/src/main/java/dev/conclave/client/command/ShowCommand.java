package dev.conclave.client.command;

import dev.conclave.client.page.OpenGatePage;
import dev.conclave.client.page.PlanPage;
import dev.conclave.client.page.ReceiptsPage;
import dev.conclave.client.page.RoundPage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.session.Watch;
import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave show}. */
@Command(
    name = "show",
    description = "Show where a session stands, or one part of it in full.",
    footer = {
      "",
      "At an open gate it ends with commands to copy that answer it. What the server",
      "has forgotten is read from the session's folder.",
      "",
      "Examples:",
      "  conclave show last",
      "  conclave show last --round 1",
      "  conclave show last --raw gemini --round 2",
      "  conclave show last --plan"
    })
final class ShowCommand implements Callable<Integer> {
  private static final String ENDING = ".txt";

  private final CommandContext context;

  @Mixin private SharedOptions.SessionName parameter = new SharedOptions.SessionName();
  @Mixin private SharedOptions.Json json = new SharedOptions.Json();

  @Option(
      names = "--round",
      paramLabel = "N",
      description = "Show one round in full; with --raw, of that round.")
  private Optional<Integer> round = Optional.empty();

  @Option(names = "--plan", description = "Show the plan in full.")
  private boolean plan;

  @Option(
      names = "--raw",
      paramLabel = "AGENT",
      description = "Show what an agent printed, as it was (default: in the last round).")
  private Optional<String> raw = Optional.empty();

  @Option(names = "--receipts", description = "Show every call, its proof and its cost.")
  private boolean receipts;

  ShowCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(context)) {
      Session session = backend.sessions().find(parameter.name);
      PlanState known = session.known();
      if (!part(
          known, () -> session.ended().isPresent() ? List.of() : look(session, backend).live())) {
        Snapshot now =
            session
                .ended()
                .map(how -> Snapshot.over(SessionView.of(known), how))
                .orElseGet(() -> look(session, backend));
        session(
            now,
            backend.ui(session.id()),
            known.decisions(),
            page -> {
              if (now.closed().isEmpty() && now.view().gate().isPresent()) {
                OpenGatePage.write(page, session, now.view(), false);
                OpenGatePage.answers(page, now.view());
              }
            });
      }
    } catch (UnknownSession e) {
      folder("forgotten", "The server has this session no more", e);
    } catch (ServerException e) {
      folder("unreachable", String.valueOf(e.getMessage()).replaceFirst("[.;:] .*|\\.$", ""), e);
    }
    return ExitCodes.DONE;
  }

  private static Snapshot look(Session session, Backend backend) {
    return new Watch(session, backend.workers()).look();
  }

  /**
   * Shows what the session's folder tells when nobody else does.
   *
   * @param how the workflow stands
   */
  private void folder(String how, String why, RuntimeException otherwise) {
    Path folder = new SessionFolders(context).find(parameter.name).orElseThrow(() -> otherwise);
    context.say(why + "; this is its folder " + folder + ".");
    PlanState state = SessionFolders.read(folder);
    if (raw.isPresent()) {
      printed(folder, raw.get(), round.orElse(Math.max(1, state.rounds().size())));
    } else if (!part(state, List::of)) {
      session(
          Snapshot.over(SessionView.of(state), how),
          Optional.empty(),
          state.decisions(),
          page -> {});
    }
  }

  private void session(
      Snapshot now, Optional<String> ui, List<Decision> decisions, Consumer<Page> more) {
    context.print(
        json.wanted,
        Documents.SessionDocument.of(now, ui, Optional.of(decisions)),
        page -> {
          SessionPage.write(page, now, ui);
          SessionPage.decisions(page, decisions);
          more.accept(page);
        });
  }

  /** Shows the part that was asked for; false when the whole session was. */
  private boolean part(PlanState state, Supplier<List<LiveAgent>> live) {
    if (raw.isPresent()) {
      raw(SessionView.of(state), raw.get());
    } else if (plan) {
      PlanDraft draft = state.plan().orElseThrow(() -> none(state.session(), "plan"));
      context.print(json.wanted, draft, page -> PlanPage.write(page, draft));
    } else if (receipts) {
      List<CallLine> calls = CallLine.of(state, live.get(), context.clock().instant());
      context.print(json.wanted, calls, page -> ReceiptsPage.write(page, calls));
    } else if (round.isPresent()) {
      round(state, round.get());
    } else {
      return false;
    }
    return true;
  }

  private static Refusal none(String session, String what) {
    return new Refusal("The session has no " + what + " yet; see `conclave show " + session + "`.");
  }

  private void round(PlanState state, int number) {
    int last = state.rounds().size();
    if (last == 0) {
      throw none(state.session(), "round");
    }
    if (number < 1 || number > last) {
      throw new Refusal("There is no round " + number + "; they are 1 to " + last + ".");
    }
    RoundView known = RoundView.of(state, number);
    // The state holds the last round alone, and no more of it than a history bears.
    RoundView view =
        context
            .host()
            .exporter()
            .flatMap(host -> host.round(known.record().synthesis(), context.dataFolder()))
            .map(whole -> new RoundView(known.record(), Optional.of(whole), known.file()))
            .orElse(known);
    context.print(
        json.wanted, view, page -> RoundPage.write(page, view, state.request().languages()));
  }

  private void raw(SessionView view, String agent) {
    Path folder = view.folder().map(Path::of).orElseThrow(() -> none(view.session(), "folder"));
    if (!Files.isDirectory(folder)) {
      throw new Refusal(
          "What agents printed is kept on host %s, in %s: ask there."
              .formatted(view.hostName().or(view::host).orElse("?"), folder));
    }
    printed(folder, agent, round.orElse(Math.max(1, view.rounds().size())));
  }

  private void printed(Path folder, String agent, int number) {
    if (!agent.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new Refusal("\"" + agent + "\" is no agent's name.");
    }
    Path outputs = folder.resolve(Path.of("rounds", String.valueOf(number), "raw"));
    Path file = outputs.resolve(agent + ENDING);
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      if (json.wanted) {
        context.output().json(new Documents.Raw(agent, number, file.toString(), text));
      } else {
        context.output().quoted(text);
      }
    } catch (NoSuchFileException e) {
      throw new Refusal(
          "%s printed nothing in round %d, or was not asked in it; there is output of %s. What each call came to: `conclave show %s --receipts`."
              .formatted(agent, number, agents(outputs), folder.getFileName()),
          e);
    } catch (IOException e) {
      throw new Refusal("Cannot read " + file + ": " + e.getMessage() + ".", e);
    }
  }

  private static String agents(Path outputs) {
    try (Stream<Path> files = Files.list(outputs)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .collect(Collectors.joining(", "));
    } catch (IOException e) {
      return "nobody";
    }
  }
}
