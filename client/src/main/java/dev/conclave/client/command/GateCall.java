package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerOptions;
import dev.conclave.client.gate.GateDialog;
import dev.conclave.client.page.GatePage;
import dev.conclave.client.page.OpenGatePage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionPoller;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.ServerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts open gates to the person at the terminal. When a gate is answered elsewhere, the prompt here
 * closes and says who answered what.
 */
final class GateCall {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final int ATTEMPTS = 3;

  private final CommandContext context;
  private final Session session;
  private final SessionPoller poller;
  private final Optional<Revival> revival;
  private final Console console;
  private final TextInput input;

  /** What was answered and not carried out, for giving it once more. */
  private Optional<AnswerOptions> earlier;

  GateCall(
      CommandContext context,
      Session session,
      SessionPoller poller,
      Optional<Revival> revival,
      Console console,
      Optional<AnswerOptions> earlier) {
    this.context = context;
    this.session = session;
    this.poller = poller;
    this.revival = revival;
    this.console = console;
    this.earlier = earlier;
    this.input = new TextInput(context);
  }

  /**
   * Asks at the open gate, and sends the answer. False when the person leaves the gate open.
   *
   * @throws Left when the person leaves the session
   */
  boolean put(Snapshot now) throws Left, InterruptedException {
    Gate gate = now.view().gate().orElseThrow();
    try (OpenPrompt prompt = new OpenPrompt(gate.id())) {
      Optional<AnswerOptions> answer = Optional.empty();
      try {
        answer = ask(now, gate, prompt);
      } catch (Left e) {
        if (!prompt.withdrawn) {
          throw e;
        }
        tellAnswered(gate);
        return true;
      } finally {
        prompt.close();
      }
      answer.ifPresent(given -> send(gate, given));
      return answer.isPresent();
    }
  }

  private Optional<AnswerOptions> ask(Snapshot now, Gate gate, Prompt prompt) throws Left {
    Page page = new Page(screen());
    try {
      OpenGatePage.write(page, session, now.view(), true);
    } catch (ServerException e) {
      GatePage.write(page, gate);
      page.text("What is behind it cannot be read now: " + e.getMessage());
    }
    console.forgetKeys();
    console.show(page);
    return new GateDialog(
            prompt,
            this::screen,
            what -> console.show(OpenGatePage.behind(screen(), session, gate, what)),
            input::edited)
        .ask(now, earlier);
  }

  private Screen screen() {
    Screen progress = context.output().progressScreen();
    return new Screen(console.terminal().getWidth(), progress.color()).calledAs(progress.program());
  }

  private void send(Gate gate, AnswerOptions answer) {
    AnswerSender sender = new AnswerSender(context, session);
    earlier = Optional.empty();
    try {
      AnswerReply reply = input.keeping(() -> sent(sender, gate, answer, 1));
      context.say(sender.sentence(reply));
      if (reply.outcome() == AnswerOutcome.PENDING || reply.outcome() == AnswerOutcome.REOPENED) {
        earlier = Optional.of(answer);
      }
    } catch (Refusal e) {
      context.say(String.valueOf(e.getMessage()));
      tellAnswered(gate);
    }
    poller.renew();
  }

  /** Where the worker or server is being started again, the answer is sent until it is there. */
  private AnswerReply sent(AnswerSender sender, Gate gate, AnswerOptions answer, int attempt) {
    int before = revival.map(Revival::remarks).orElse(List.of()).size();
    try {
      return sender.send(answer, gate.id(), Optional.of(gate.digest()), context.user());
    } catch (ServerException e) {
      if (attempt == ATTEMPTS || revival.map(Revival::remarks).orElse(List.of()).size() == before) {
        throw e;
      }
      return sent(sender, gate, answer, attempt + 1);
    }
  }

  /** Says which answer counted at a gate. */
  private void tellAnswered(Gate gate) {
    try {
      session.decisions().stream()
          .filter(decision -> decision.gate().equals(gate.id()))
          .reduce((older, newer) -> newer)
          .ifPresentOrElse(
              decision ->
                  context.output().say(new Page(screen()).text(SessionPage.sentence(decision))),
              () -> context.say("Gate " + gate.id() + " is closed."));
    } catch (ServerException | Refusal e) {
      context.say("Gate " + gate.id() + " is closed."); // the view goes on all the same
    }
  }

  /** The console while a gate is open: the question is withdrawn when it is not any more. */
  private final class OpenPrompt implements Prompt, AutoCloseable {
    private final Thread watching;
    private volatile boolean withdrawn;
    private @Nullable Thread asking;

    OpenPrompt(String gate) {
      watching = new Thread(() -> watch(gate), "gate " + gate);
      watching.setDaemon(true);
      watching.start();
    }

    private void watch(String gate) {
      try {
        while (!withdrawn) {
          Optional<Snapshot> seen = poller.next(TICK).snapshot();
          boolean open =
              seen.filter(Snapshot::awaitsHuman)
                  .flatMap(now -> now.view().gate())
                  .filter(now -> now.id().equals(gate))
                  .isPresent();
          if (seen.isPresent() && !open) {
            withdraw();
          }
        }
      } catch (InterruptedException e) {
        // The person has answered, or left.
      } catch (Refusal e) {
        withdraw(); // the session is not there any more; who asks next hears it
      }
    }

    private synchronized void withdraw() {
      withdrawn = true;
      if (asking != null) {
        asking.interrupt();
      }
    }

    @Override
    public String ask(String question) throws Left {
      synchronized (this) {
        if (withdrawn) {
          throw new Left(true);
        }
        asking = Thread.currentThread();
      }
      try {
        return console.ask(question);
      } finally {
        synchronized (this) {
          asking = null;
          if (withdrawn) {
            Thread.interrupted(); // it may have come when the line was read already
          }
        }
      }
    }

    @Override
    public void show(Page page) {
      console.show(page);
    }

    @Override
    public void close() {
      watching.interrupt();
    }
  }
}
