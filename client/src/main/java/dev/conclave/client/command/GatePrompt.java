package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerOptions;
import dev.conclave.client.gate.GateDialog;
import dev.conclave.client.page.GatePage;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionPoller;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.PromptAbandoned;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.view.DecisionLine;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Prompts the user at open gates. If a gate is answered elsewhere, closes the prompt and prints
 * that answer.
 */
final class GatePrompt {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final CommandContext context;
  private final Session session;
  private final SessionPoller poller;
  private final Console console;
  private final TextInput input;

  GatePrompt(CommandContext context, Session session, SessionPoller poller, Console console) {
    this.context = context;
    this.session = session;
    this.poller = poller;
    this.console = console;
    this.input = new TextInput(context);
  }

  /**
   * Prompts at the open gate and sends the answer. Returns false when the user leaves the gate
   * open.
   *
   * @throws PromptAbandoned when the user leaves the session
   */
  boolean promptAndSend(SessionView now) throws PromptAbandoned {
    Gate gate = now.gate().orElseThrow();
    try (OpenPrompt prompt = new OpenPrompt(gate.id())) {
      Optional<AnswerOptions> answer;
      try {
        answer = ask(now, gate, prompt);
      } catch (PromptAbandoned e) {
        if (!prompt.withdrawn) {
          throw e;
        }
        tellAnswered(gate);
        return true;
      }
      prompt.close();
      answer.ifPresent(given -> send(gate, given));
      return answer.isPresent();
    }
  }

  private Optional<AnswerOptions> ask(SessionView now, Gate gate, Prompt prompt)
      throws PromptAbandoned {
    Page page = new Page(screen());
    try {
      GatePage.open(page, session, now, console.terminal().getHeight());
    } catch (ServerException e) {
      page.text("The details cannot be read now: " + e.getMessage());
    }
    console.forgetKeys();
    console.show(page);
    return new GateDialog(
            now,
            prompt,
            this::screen,
            what -> console.show(GatePage.details(screen(), session, gate, what)),
            input::openEditor,
            named -> Optional.of(input.table(named, now.folder())))
        .ask();
  }

  private Screen screen() {
    return context.output().progressScreen().resized(console.terminal().getWidth());
  }

  /** Sends the answer; on failure, the gate prompts again once the session responds. */
  private void send(Gate gate, AnswerOptions answer) {
    try {
      AnswerReply reply =
          input.sendOrKeep(
              () ->
                  AnswerCommand.send(
                      context,
                      session,
                      answer,
                      gate.id(),
                      Optional.of(gate.digest()),
                      context.user()));
      context.say(AnswerCommand.sentence(session, reply, Optional.empty()));
    } catch (UsageException e) {
      context.say(String.valueOf(e.getMessage()));
      tellAnswered(gate);
    } catch (ServerException e) {
      context.say(String.valueOf(e.getMessage()));
    }
    poller.invalidate();
  }

  private void tellAnswered(Gate gate) {
    String closed = "Gate " + gate.id() + " is closed.";
    try {
      if (session.state().gate().filter(open -> open.id().equals(gate.id())).isPresent()) {
        return; // still open: the user can give another answer
      }
      context.say(
          session
              .answered(gate.id())
              .map(DecisionLine::sentence)
              .map(Printable::line)
              .orElse(closed));
    } catch (ServerException | UsageException e) {
      context.say(closed); // the view continues anyway
    }
  }

  /** The console while a gate is open; the question is withdrawn when the gate closes. */
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
          SessionSnapshot seen = poller.next(TICK).look();
          if (seen != null && !seen.isAt(gate)) {
            withdraw();
          }
        }
      } catch (InterruptedException e) {
        // answered or left
      } catch (UsageException e) {
        withdraw(); // the session no longer exists; the next poll reports it
      }
    }

    private synchronized void withdraw() {
      withdrawn = true;
      if (asking != null) {
        asking.interrupt();
      }
    }

    @Override
    public String ask(String question) throws PromptAbandoned {
      return askAgain(question, "");
    }

    @Override
    public String askAgain(String question, String typed) throws PromptAbandoned {
      synchronized (this) {
        if (withdrawn) {
          throw new PromptAbandoned(true);
        }
        asking = Thread.currentThread();
      }
      try {
        return console.askAgain(question, typed);
      } finally {
        synchronized (this) {
          asking = null;
          if (withdrawn) {
            Thread.interrupted(); // the interrupt may have come after the line was read
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
