package dev.conclave.client.watch;

import dev.conclave.client.backend.Backend;
import dev.conclave.client.backend.SessionFolders;
import dev.conclave.client.document.SessionDocument;
import dev.conclave.client.page.GatePage;
import dev.conclave.client.page.PlanPage;
import dev.conclave.client.page.RoundPage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.Lookout;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.session.Watch;
import dev.conclave.client.surroundings.Surroundings;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.SessionView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A person, or a script, that stays with a session until it is over or needs a human. */
public final class Attendance {
  private final Surroundings around;
  private final Backend backend;
  private final Output output;
  private final boolean json;
  private final boolean bell;
  private final Optional<Console> console;

  /**
   * Somebody who stays.
   *
   * @param json whether nobody is there to be asked
   * @param bell whether a terminal rings when a gate opens
   */
  public Attendance(Surroundings around, Backend backend, boolean json, boolean bell) {
    this.around = around;
    this.backend = backend;
    this.output = around.output();
    this.json = json;
    this.bell = bell;
    this.console = json ? Optional.empty() : around.console().map(open -> open.get());
  }

  /** Follows the session, and asks at its gates when there is somebody to ask; the exit code. */
  public int attend(Session session) {
    return attend(session, Instant.EPOCH);
  }

  /**
   * The same for somebody who knows what happened until then.
   *
   * @param from by the session's clock
   */
  public int attend(Session session, Instant from) {
    Watch watch = new Watch(session, backend.workers());
    try (Interrupts interrupts = new Interrupts(console.map(Console::terminal));
        Following following =
            new Following(
                Lookout.on(watch::look, around.pace()),
                backend.revival(),
                around.clock(),
                console,
                output,
                from)) {
      return attend(session, following);
    } catch (InterruptedException e) {
      comeBack(session);
      return ExitCodes.INTERRUPTED;
    } catch (Left e) {
      comeBack(session);
      return e.why() == Left.Why.INTERRUPTED ? ExitCodes.INTERRUPTED : ExitCodes.AWAITING_HUMAN;
    } catch (ServerException | Refusal e) {
      if (!Thread.interrupted()) {
        throw e;
      }
      comeBack(session); // the person left while the server was asked
      return ExitCodes.INTERRUPTED;
    }
  }

  private int attend(Session session, Following following) throws InterruptedException, Left {
    while (true) {
      AtomicBoolean worked = new AtomicBoolean();
      Snapshot now =
          following.until(
              seen -> {
                boolean due = seen.closed().isPresent() || seen.awaitsHuman();
                worked.compareAndSet(false, !due);
                return due;
              });
      if (now.closed().isPresent()) {
        return ended(now);
      }
      if (console.isEmpty()) {
        return awaiting(session, now, now.view().gate().orElseThrow());
      }
      // Who comes to a gate that is open already looks at it.
      if (bell && worked.get()) {
        console.get().ring();
      }
      if (!new GateCall(around, session, following, console.get()).put(now)) {
        comeBack(session);
        return ExitCodes.AWAITING_HUMAN;
      }
    }
  }

  /** The gate, and what stands behind it: the discussion, or the plan. */
  public static void show(Page page, Session session, SessionView view) {
    Gate gate = view.gate().orElseThrow();
    Optional<Synthesis> last =
        gate.shown().options().isEmpty() ? Optional.empty() : session.round(0).synthesis();
    GatePage.write(page, gate, last.map(Synthesis::solutions).orElse(List.of()));
    last.ifPresent(synthesis -> RoundPage.discussion(page, synthesis));
    if (gate.type() == GateType.CONFIRMATION) {
      session.carried().plan().ifPresent(draft -> PlanPage.overview(page, draft.plan()));
    }
    view.deadlineAt().ifPresent(at -> page.field("Deadline", SessionPage.deadline(view, at)));
    if (gate.type() == GateType.DECISION || gate.type() == GateType.CLARIFICATION) {
      FailedAgents.write(page, view);
    }
  }

  private int awaiting(Session session, Snapshot now, Gate gate) {
    if (!backend.lasting()) {
      SessionFolders.awaitGate(now.view());
    }
    if (json) {
      output.json(SessionDocument.of(now, ui(session)));
      return ExitCodes.AWAITING_HUMAN;
    }
    Page page = output.resultPage();
    page.field("Session", session.id());
    page.field("Awaiting", "your answer at gate " + gate.id());
    ui(session).ifPresent(url -> page.field("Temporal UI", url));
    show(page, session, now.view());
    if (backend.lasting()) {
      page.heading("Answer with one of");
      AnswerLines.of(session.id(), gate).forEach(line -> page.verbatim(2, line));
    } else {
      page.heading(
          "The in-memory server ends with this command; the session is kept in its folder");
      page.verbatim(2, "conclave resume " + session.id());
      page.text(
          "At a terminal, where it can ask you. With the `temporal` command installed sessions"
              + " last, and can be answered from anywhere.");
    }
    output.result(page);
    return ExitCodes.AWAITING_HUMAN;
  }

  private int ended(Snapshot now) {
    if (json) {
      output.json(SessionDocument.of(now, ui(now.view().session())));
    } else {
      Page page = output.resultPage();
      SessionPage.write(page, now, ui(now.view().session()));
      output.result(page);
    }
    return code(now);
  }

  /** The exit code of a session that is over. */
  static int code(Snapshot now) {
    Phase phase = now.view().phase();
    return phase == Phase.COMPLETE || phase == Phase.SAVED ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  private Optional<String> ui(Session session) {
    return ui(session.id());
  }

  private Optional<String> ui(String session) {
    return backend.ui(session);
  }

  private void comeBack(Session session) {
    output.say(
        backend.lasting()
            ? "The session goes on without you. Come back with: conclave watch " + session.id()
            : "The session ends here: the in-memory server lives no longer than this command.");
  }
}
