package dev.conclave.client.gate;

import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.gate.Gate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks a person at a terminal to answer a gate. */
public final class GateDialog {
  private final Prompt prompt;
  private final Supplier<Screen> screen;
  private final Consumer<String> views;
  private final Questions questions;

  /** Answers to the gate's questions, by number, until they are sent. */
  private final Map<String, String> noted = new TreeMap<>();

  /**
   * A dialog.
   *
   * @param screen what the terminal is now: it may be made wider meanwhile
   * @param views shows what the person wants to see before answering
   * @param editor lets the person write a text, told what it is for; empty when no editor is set
   */
  public GateDialog(
      Prompt prompt,
      Supplier<Screen> screen,
      Consumer<String> views,
      Function<String, Optional<String>> editor) {
    this.prompt = prompt;
    this.screen = screen;
    this.views = views;
    this.questions = new Questions(prompt, screen, editor);
  }

  /**
   * Asks until the answer is complete; empty when the person wants to leave the gate open.
   *
   * @param now the session, with its open gate
   * @param earlier what the person answered before, and was not carried out
   * @throws Left when the person leaves, or is not asked any more
   */
  public Optional<AnswerDraft> ask(Snapshot now, Optional<Hindered> earlier) throws Left {
    Gate gate = now.view().gate().orElseThrow();
    GateMenu menu = new GateMenu(gate);
    AnswerForm form = new AnswerForm(questions, now);
    Optional<AnotherTry> again = AnotherTry.at(gate, earlier);
    show(menu, again);
    while (true) {
      String line = prompt.ask(again.map(AnotherTry::question).orElse("Answer (? helps):"));
      Said said = again.flatMap(offer -> offer.read(line)).orElseGet(() -> menu.read(line));
      if (said instanceof Said.Later) {
        return Optional.empty();
      }
      if (said instanceof Said.Help) {
        prompt.show(GateHelp.page(new Page(screen.get()), menu, now.view()));
      } else if (!told(said, menu)) {
        Optional<AnswerDraft> draft = answered(said, menu, form);
        if (draft.isPresent()) {
          return draft;
        }
        again.filter(offer -> said instanceof Said.Again).ifPresent(AnotherTry::declined);
        show(menu, again);
      }
    }
  }

  /** Whether it was something other than an answer, and is done. */
  private boolean told(Said said, GateMenu menu) {
    if (said instanceof Said.View view) {
      views.accept(view.what());
    } else if (said instanceof Said.Unclear unclear) {
      say(unclear.message());
    } else if (said instanceof Said.Numbered numbered && menu.clarifying().isEmpty()) {
      note(numbered.answers());
    } else {
      return false;
    }
    return true;
  }

  /** Answers to questions wait for the answer that they go along with. */
  private void note(Map<String, String> answers) {
    noted.putAll(answers);
    say(
        "Kept: the answer to question %s. It goes along with what you choose now; nothing is sent yet."
            .formatted(String.join(", ", noted.keySet())));
  }

  /** Empty when the person goes back. */
  private Optional<AnswerDraft> answered(Said said, GateMenu menu, AnswerForm form) throws Left {
    if (said instanceof Said.Again again) {
      return form.again(again, noted);
    }
    if (said instanceof Said.Chosen chosen) {
      noted.putAll(chosen.answers());
      return form.complete(chosen.choice(), chosen.words(), noted);
    }
    if (said instanceof Said.Numbered numbered) {
      noted.putAll(numbered.answers());
      return form.complete(menu.clarifying().orElseThrow(), Optional.empty(), noted);
    }
    return placed((Said.Loose) said, menu, form);
  }

  /** Words that name no answer are not lost: the person says to which one they belong. */
  private Optional<AnswerDraft> placed(Said.Loose loose, GateMenu menu, AnswerForm form)
      throws Left {
    if (!loose.message().isEmpty()) {
      say(loose.message());
    }
    List<GateChoice> worded = menu.worded();
    List<String> labels = worded.stream().map(GateChoice::withWords).toList();
    try {
      int choice = new Choices(questions).choose("What are your words for?", labels);
      return form.complete(worded.get(choice), Optional.of(loose.words()), noted);
    } catch (Questions.Back e) {
      return Optional.empty();
    }
  }

  private void show(GateMenu menu, Optional<AnotherTry> again) {
    Page page = new Page(screen.get()).text("");
    again.ifPresent(offer -> offer.write(page));
    page.text(Ink.NAME, 0, menu.line() + ".");
    prompt.show(
        menu.asks() && menu.clarifying().isEmpty()
            ? page.text(
                Ink.FAINT,
                0,
                "1=2 answers question 1 with its option 2, along with what you then choose.")
            : page);
  }

  private void say(String message) {
    prompt.show(new Page(screen.get()).text(message));
  }
}
