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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks a person at a terminal to answer a gate. */
public final class GateDialog {
  private final Prompt prompt;
  private final Supplier<Screen> screen;
  private final Consumer<String> views;
  private final Questions questions;

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
   * @throws Left when the person leaves, or is not asked any more
   */
  public Optional<AnswerDraft> ask(Snapshot now) throws Left {
    Gate gate = now.view().gate().orElseThrow();
    GateMenu menu = new GateMenu(gate);
    AnswerForm form = new AnswerForm(questions, now);
    show(menu, gate);
    while (true) {
      GateMenu.Said said = menu.read(prompt.ask("Answer (? helps):"));
      if (said instanceof GateMenu.Said.Later) {
        return Optional.empty();
      } else if (said instanceof GateMenu.Said.View view) {
        views.accept(view.what());
      } else if (said instanceof GateMenu.Said.Unclear unclear) {
        say(unclear.message());
      } else if (said instanceof GateMenu.Said.Help) {
        prompt.show(GateHelp.below(list(menu), menu, now.view()));
      } else {
        Optional<AnswerDraft> draft = answered(said, menu, form);
        if (draft.isPresent()) {
          return draft;
        }
        show(menu, gate);
      }
    }
  }

  /** Empty when the person goes back. */
  private Optional<AnswerDraft> answered(GateMenu.Said said, GateMenu menu, AnswerForm form)
      throws Left {
    if (said instanceof GateMenu.Said.Chosen chosen) {
      return form.complete(chosen.choice(), chosen.words(), Map.of());
    }
    if (said instanceof GateMenu.Said.Numbered numbered) {
      return form.complete(numbered.choice(), Optional.empty(), numbered.answers());
    }
    return placed((GateMenu.Said.Loose) said, menu, form);
  }

  /** Words that name no answer are not lost: the person says to which one they belong. */
  private Optional<AnswerDraft> placed(GateMenu.Said.Loose loose, GateMenu menu, AnswerForm form)
      throws Left {
    if (!loose.message().isEmpty()) {
      say(loose.message());
    }
    List<GateChoice> worded = menu.worded();
    List<String> labels = worded.stream().map(GateChoice::withWords).toList();
    try {
      int choice = new Choices(questions).choose("What are your words for?", labels);
      return form.complete(worded.get(choice), Optional.of(loose.words()), Map.of());
    } catch (Questions.Back e) {
      return Optional.empty();
    }
  }

  private void show(GateMenu menu, Gate gate) {
    Page page = list(menu);
    boolean asks = !gate.shown().questions().isEmpty() && NumberedAnswers.kind(gate).isPresent();
    prompt.show(
        asks ? page.text(Ink.FAINT, 1, "A question? 1=your words answers the first.") : page);
  }

  private Page list(GateMenu menu) {
    Page page = new Page(screen.get()).text("").heading("Your answer");
    int number = 1;
    for (GateChoice choice : menu.choices()) {
      page.item(1, number++ + ".", choice.label());
    }
    page.item(1, "0.", "later (l): the session waits for you");
    return menu.worded().isEmpty()
        ? page
        : page.text(Ink.FAINT, 1, "Something else? Say it in your own words.");
  }

  private void say(String message) {
    prompt.show(new Page(screen.get()).text(message));
  }
}
