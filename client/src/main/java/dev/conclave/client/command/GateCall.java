package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerDraft;
import dev.conclave.client.gate.GateDialog;
import dev.conclave.client.gate.GateViews;
import dev.conclave.client.gate.Hindered;
import dev.conclave.client.page.DecisionsPage;
import dev.conclave.client.page.GatePage;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Editor;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Pager;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Summons;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.ServerException;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Puts open gates to the person at the terminal. When a gate is answered elsewhere, the prompt here
 * closes and says who answered what.
 */
final class GateCall {
  /** What is taken and may still not be carried out, because the workspace has changed. */
  private static final Set<AnswerOutcome> NOT_YET =
      EnumSet.of(AnswerOutcome.PENDING, AnswerOutcome.REOPENED);

  private final Surroundings around;
  private final Session session;
  private final Following following;
  private final Console console;
  private final GateDelivery delivery;

  /** What was answered and not carried out, for giving it once more. */
  private Optional<AnswerDraft> earlier;

  /** What held up answers at gates before this one. */
  private final Set<String> before = new LinkedHashSet<>();

  /**
   * Who asks.
   *
   * @param earlier an answer that was not carried out
   */
  GateCall(
      Surroundings around,
      Session session,
      Following following,
      Console console,
      Optional<AnswerDraft> earlier) {
    this.around = around;
    this.session = session;
    this.following = following;
    this.console = console;
    this.earlier = earlier;
    this.delivery = new GateDelivery(around, session, following);
  }

  /**
   * Asks at the open gate, and sends the answer. False when the person leaves the gate open.
   *
   * @throws Left when the person leaves the session
   */
  boolean put(Snapshot now) throws Left, InterruptedException {
    Gate gate = now.view().gate().orElseThrow();
    Summons summons = new Summons(console);
    try (GateVigil vigil = new GateVigil(following, gate.id(), summons)) {
      Optional<AnswerDraft> draft = ask(now, gate, summons);
      vigil.close();
      draft.ifPresent(answer -> deliver(gate, answer, summons));
      return draft.isPresent();
    } catch (Left e) {
      if (e.why() != Left.Why.WITHDRAWN) {
        throw e;
      }
    }
    answeredElsewhere(gate);
    giveBack(summons);
    return true;
  }

  /** What a person wrote for an answer that did not count is there to be copied. */
  private void giveBack(Summons summons) {
    if (summons.words().isEmpty()) {
      return;
    }
    Page page = new Page(screen()).text("Not sent or not counted, so that you can copy it:");
    summons.words().forEach(words -> words.lines().forEach(line -> page.verbatim(2, line)));
    around.output().say(page);
  }

  private Optional<AnswerDraft> ask(Snapshot now, Gate gate, Summons summons) throws Left {
    Page page = new Page(screen());
    try {
      OpenGate.write(page, session, now.view(), true);
    } catch (ServerException e) {
      GatePage.write(page, gate);
      page.text(
          "What is behind it cannot be read now: "
              + (following.mending() ? "what had ended is being started again." : e.getMessage()));
    }
    console.forgetKeys();
    console.show(page);
    Pager pager = new Pager(around, console);
    return new GateDialog(
            summons,
            this::screen,
            what -> pager.show(new GateViews(session, gate, screen()).page(what)),
            question -> written(question, summons))
        .ask(now, earlier.map(answer -> new Hindered(answer, List.copyOf(before))));
  }

  private Optional<String> written(String question, Summons summons) {
    Optional<String> text = Editor.ask(around, question);
    text.ifPresent(summons::keep);
    return text;
  }

  private Screen screen() {
    Screen progress = around.output().progressScreen();
    return new Screen(console.terminal().getWidth(), progress.color()).calledAs(progress.program());
  }

  private void deliver(Gate gate, AnswerDraft answer, Summons summons) {
    Optional<AnswerOutcome> outcome = Optional.empty();
    try {
      outcome = delivery.send(gate, answer);
    } finally {
      if (outcome.isEmpty()) {
        giveBack(summons);
      }
    }
    earlier = outcome.filter(NOT_YET::contains).map(not -> answer);
    before.addAll(gate.shown().drift());
  }

  private void answeredElsewhere(Gate gate) throws InterruptedException {
    Predicate<Snapshot> settled = seen -> !GateVigil.open(seen, gate.id()) || seen.awaitsHuman();
    Optional<Snapshot> soon = following.soon(settled);
    Snapshot now = soon.isPresent() ? soon.get() : following.until(settled);
    Optional<Decision> decision = delivery.answered(gate);
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
                  .map(next -> ": an answer was not carried out, the workspace has changed.")
                  .orElse(" without an answer."));
    }
  }

  private void tell(String sentence) {
    around.output().say(new Page(screen()).text(sentence));
  }

  private void say(String line) {
    around.output().say(line);
  }
}
