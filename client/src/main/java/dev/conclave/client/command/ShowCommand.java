package dev.conclave.client.command;

import dev.conclave.client.session.Backend;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionFolders;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.session.Watch;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
public final class ShowCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private SessionParameter parameter = new SessionParameter();
  @Mixin private JsonOption json = new JsonOption();

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

  public ShowCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    ShowParts parts = new ShowParts(around, json.wanted);
    try (Backend backend = Backend.existing(around)) {
      Session session = backend.sessions().find(parameter.name);
      if (raw.isPresent()) {
        new RawOutput(around, json.wanted).print(SessionView.of(session.known()), raw.get(), round);
      } else if (plan) {
        parts.plan(session.known());
      } else if (receipts) {
        PlanState known = session.known();
        parts.receipts(known, live(session, backend));
      } else if (round.isPresent()) {
        parts.round(session.known(), round.get());
      } else {
        session(parts, session, backend);
      }
    } catch (UnknownSession e) {
      folder("forgotten", "The server has this session no more", e);
    } catch (ServerException e) {
      String why = String.valueOf(e.getMessage()).replaceFirst("[.;:] .*|\\.$", "");
      folder("unreachable", why, e);
    }
    return ExitCodes.DONE;
  }

  /** What the session's folder tells when nobody else does. */
  private void folder(String how, String why, RuntimeException otherwise) {
    Path folder = new SessionFolders(around).find(parameter.name).orElseThrow(() -> otherwise);
    around.output().say(why + "; this is its folder " + folder + ".");
    new FolderView(around, json.wanted, how).show(folder, raw, round, plan, receipts);
  }

  private static List<LiveAgent> live(Session session, Backend backend) {
    return session.ended().isPresent()
        ? List.of()
        : new Watch(session, backend.workers()).look().live();
  }

  private void session(ShowParts parts, Session session, Backend backend) {
    PlanState known = session.known();
    Snapshot now =
        session
            .ended()
            .map(how -> Snapshot.over(SessionView.of(known), how))
            .orElseGet(() -> new Watch(session, backend.workers()).look());
    parts.session(
        now, backend.ui(session.id()), known.decisions(), page -> gate(page, session, now));
  }

  private static void gate(Page page, Session session, Snapshot now) {
    now.view()
        .gate()
        .filter(gate -> now.closed().isEmpty())
        .ifPresent(
            gate -> {
              OpenGate.write(page, session, now.view(), false);
              OpenGate.answers(page, now.view());
            });
  }
}
