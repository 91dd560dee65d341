package dev.conclave.client.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.session.Watch;
import dev.conclave.client.terminal.DecisionsPage;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.PlanPage;
import dev.conclave.client.terminal.ReceiptsPage;
import dev.conclave.client.terminal.RoundPage;
import dev.conclave.client.terminal.SessionPage;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.plan.Decision;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.wire.WireMapper;
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
final class ShowCommand implements Callable<Integer> {
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

  ShowCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(around)) {
      Session session = backend.sessions().find(parameter.name);
      if (raw.isPresent()) {
        new RawOutput(around, json.wanted).print(session.state(), raw.get(), round);
      } else if (plan) {
        plan(session);
      } else if (receipts) {
        receipts(session);
      } else if (round.isPresent()) {
        round(session, round.get());
      } else {
        session(session, backend);
      }
      return ExitCodes.DONE;
    } catch (UnknownSession e) {
      Path folder = new SessionFolders(around).find(parameter.name).orElseThrow(() -> e);
      new FolderView(around, json.wanted).show(folder, raw, round, plan, receipts);
      return ExitCodes.DONE;
    }
  }

  private void session(Session session, Backend backend) {
    Snapshot now = new Watch(session, backend.workers()).look();
    Optional<String> ui = backend.ui(session.id());
    List<Decision> decisions = session.decisions();
    if (json.wanted) {
      ObjectNode document = SessionDocument.of(now, ui);
      document.set("decisions", WireMapper.get().valueToTree(decisions));
      around.output().json(document);
      return;
    }
    Page page = around.output().resultPage();
    SessionPage.write(page, now, ui);
    DecisionsPage.write(page, decisions);
    if (now.closed().isEmpty()) {
      now.view()
          .gate()
          .ifPresent(
              gate -> {
                Attendance.show(page, session, gate);
                page.heading("Answer with one of");
                AnswerLines.of(session.id(), gate).forEach(line -> page.verbatim(2, line));
              });
    }
    around.output().result(page);
  }

  private void round(Session session, int number) {
    int last = session.state().round();
    if (number < 1 || number > last) {
      throw new Refusal(
          last == 0
              ? "The session has no round yet."
              : "There is no round " + number + "; they are 1 to " + last + ".");
    }
    RoundView view = session.round(number);
    if (json.wanted) {
      around.output().json(view);
    } else {
      Page page = around.output().resultPage();
      RoundPage.write(page, view);
      around.output().result(page);
    }
  }

  private void plan(Session session) {
    PlanDraft draft =
        session
            .carried()
            .plan()
            .orElseThrow(() -> new Refusal("The session has no plan yet; see `conclave show`."));
    if (json.wanted) {
      around.output().json(draft);
    } else {
      Page page = around.output().resultPage();
      PlanPage.write(page, draft);
      around.output().result(page);
    }
  }

  private void receipts(Session session) {
    print(around, json.wanted, session.carried().rounds());
  }

  /** Prints the receipts of rounds. */
  static void print(Surroundings around, boolean json, List<RoundRecord> rounds) {
    if (json) {
      around
          .output()
          .json(
              rounds.stream()
                  .flatMap(r -> r.runs().stream())
                  .flatMap(run -> run.receipt().stream())
                  .toList());
    } else {
      Page page = around.output().resultPage();
      ReceiptsPage.write(page, rounds);
      around.output().result(page);
    }
  }
}
