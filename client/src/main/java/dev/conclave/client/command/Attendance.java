package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerDraft;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.Backend;
import dev.conclave.client.session.Lookout;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionDocument;
import dev.conclave.client.session.SessionFolders;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.session.Watch;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.time.Instant;
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
    return attend(session, Instant.EPOCH, Optional.empty());
  }

  /**
   * The same for somebody who knows what happened until then.
   *
   * @param from by the session's clock
   * @param earlier an answer that was not carried out, for giving it once more
   */
  public int attend(Session session, Instant from, Optional<AnswerDraft> earlier) {
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
      return attend(session, following, earlier);
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

  private int attend(Session session, Following following, Optional<AnswerDraft> earlier)
      throws InterruptedException, Left {
    Optional<GateCall> call =
        console.map(person -> new GateCall(around, session, following, person, earlier));
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
      if (call.isEmpty()) {
        return awaiting(session, now);
      }
      // Who comes to a gate that is open already looks at it.
      if (bell && worked.get()) {
        console.orElseThrow().ring();
      }
      if (!call.get().put(now)) {
        comeBack(session);
        return ExitCodes.AWAITING_HUMAN;
      }
    }
  }

  private int awaiting(Session session, Snapshot now) {
    if (!backend.lasting()) {
      SessionFolders.awaitGate(now.view());
    }
    if (json) {
      output.json(SessionDocument.of(now, ui(session)));
      return ExitCodes.AWAITING_HUMAN;
    }
    Page page = output.resultPage();
    OpenGate.waiting(page, session, now.view(), ui(session), backend.lasting());
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
    return switch (now.view().phase()) {
      case COMPLETE -> ExitCodes.DONE;
      // One that was to answer by itself and was saved has left something to its human.
      case SAVED -> now.view().unattended() ? ExitCodes.AWAITING_HUMAN : ExitCodes.DONE;
      default -> ExitCodes.FAILED;
    };
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
