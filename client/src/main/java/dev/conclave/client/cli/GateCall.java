package dev.conclave.client.cli;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.DecisionsPage;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Summons;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.plan.Decision;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Puts open gates to the person at the terminal. When a gate is answered elsewhere, the prompt here
 * closes and says who answered what.
 */
final class GateCall {
  private final Surroundings around;
  private final Session session;
  private final Following following;
  private final Console console;

  GateCall(Surroundings around, Session session, Following following, Console console) {
    this.around = around;
    this.session = session;
    this.following = following;
    this.console = console;
  }

  /**
   * Asks at the open gate, and sends the answer. False when the person leaves the gate open.
   *
   * @throws Left when the person leaves the session
   */
  boolean put(Snapshot now) throws Left, InterruptedException {
    Gate gate = now.view().gate().orElseThrow();
    Summons summons = new Summons(console);
    try (GateVigil vigil = new GateVigil(following.lookout(), gate.id(), summons)) {
      Optional<AnswerDraft> draft = ask(now, gate, summons);
      vigil.close();
      draft.ifPresent(answer -> send(gate, answer));
      return draft.isPresent();
    } catch (Left e) {
      if (e.why() != Left.Why.WITHDRAWN) {
        throw e;
      }
    }
    answeredElsewhere(gate);
    return true;
  }

  private Optional<AnswerDraft> ask(Snapshot now, Gate gate, Summons summons) throws Left {
    Screen screen = screen();
    Page page = new Page(screen);
    try {
      Attendance.show(page, session, gate);
    } catch (ServerException e) {
      page.text("The discussion behind it cannot be read now: " + e.getMessage());
    }
    console.forgetKeys();
    console.show(page);
    Pager pager = new Pager(around, console);
    return new GateDialog(
            summons,
            screen,
            what -> pager.show(new GateViews(session, gate.type(), screen()).page(what)))
        .ask(now);
  }

  private Screen screen() {
    return new Screen(console.terminal().getWidth(), around.output().progressScreen().color());
  }

  private void send(Gate gate, AnswerDraft draft) {
    try {
      AnswerReply reply =
          session.answer(
              draft.to(gate.id(), Optional.of(gate.digest()), around.user()),
              AnswerOptions.PATIENCE);
      say(Replies.sentence(session.id(), reply));
    } catch (Refusal e) {
      // Somebody else was faster, or the gate shows something else now: it is asked anew.
      say(String.valueOf(e.getMessage()));
      answered(gate).ifPresent(decision -> tell(DecisionsPage.sentence(decision)));
    }
    following.steered();
  }

  private void answeredElsewhere(Gate gate) throws InterruptedException {
    Predicate<Snapshot> settled = seen -> !GateVigil.open(seen, gate.id()) || seen.awaitsHuman();
    Optional<Snapshot> soon = following.soon(settled);
    Snapshot now = soon.isPresent() ? soon.get() : following.until(settled);
    Optional<Decision> decision = answered(gate);
    if (decision.isPresent()) {
      tell(DecisionsPage.sentence(decision.get()));
    } else if (now.closed().isEmpty() && !GateVigil.open(now, gate.id())) {
      say(
          "Gate "
              + gate.id()
              + " is closed"
              + now.view()
                  .gate()
                  .filter(next -> !next.shown().drift().isEmpty())
                  .map(next -> ": an approval was not carried out, cited files have changed.")
                  .orElse(" without an answer."));
    }
  }

  private Optional<Decision> answered(Gate gate) {
    try {
      return session.decisions().stream()
          .filter(decision -> decision.gate().equals(gate.id()))
          .reduce((older, newer) -> newer);
    } catch (ServerException | Refusal e) {
      return Optional.empty(); // the view goes on all the same
    }
  }

  private void tell(String sentence) {
    around.output().say(new Page(screen()).text(sentence));
  }

  private void say(String line) {
    around.output().say(line);
  }
}
