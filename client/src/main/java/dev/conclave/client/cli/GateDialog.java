package dev.conclave.client.cli;

import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.wire.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks a person at a terminal to answer a gate. */
final class GateDialog {
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
  GateDialog(
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
  Optional<AnswerDraft> ask(Snapshot now) throws Left {
    Gate gate = now.view().gate().orElseThrow();
    GateMenu menu = new GateMenu(gate);
    AnswerForm form = new AnswerForm(questions, now);
    show(menu);
    while (true) {
      GateMenu.Said said = menu.read(prompt.ask("Answer (? helps):"));
      if (said instanceof GateMenu.Said.Later) {
        return Optional.empty();
      } else if (said instanceof GateMenu.Said.View view) {
        views.accept(view.what());
      } else if (said instanceof GateMenu.Said.Unclear unclear) {
        say(unclear.message());
      } else if (said instanceof GateMenu.Said.Chosen || said instanceof GateMenu.Said.Loose) {
        Optional<AnswerDraft> draft =
            said instanceof GateMenu.Said.Chosen chosen
                ? form.complete(chosen.choice(), chosen.words())
                : placed((GateMenu.Said.Loose) said, menu, form);
        if (draft.isPresent()) {
          return draft;
        }
        show(menu);
      } else {
        help(menu);
      }
    }
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
      return form.complete(worded.get(choice), Optional.of(loose.words()));
    } catch (Questions.Back e) {
      return Optional.empty();
    }
  }

  private void show(GateMenu menu) {
    prompt.show(list(menu));
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

  private void help(GateMenu menu) {
    Page page = list(menu).gap();
    page.text("Type a number, or a letter or word with what belongs to it on the same line:");
    Table examples = new Table("Type", "to");
    examples(menu, examples);
    page.table(examples);
    prompt.show(
        page.text(
            "Ctrl-C leaves, and the session goes on; nothing is sent before the last Enter."));
  }

  private static void examples(GateMenu menu, Table table) {
    List<AnswerKind> kinds = menu.choices().stream().map(GateChoice::kind).toList();
    if (kinds.contains(AnswerKind.APPROVE)) {
      table.row("a 2", "approve solution 2; Enter takes what each further question offers");
      table.row("a 2 no new library", "approve it with a constraint");
    }
    menu.worded().stream()
        .filter(choice -> choice.kind() != AnswerKind.APPROVE)
        .findFirst()
        .ifPresent(
            choice -> {
              String letter = GateChoice.letter(choice.kind());
              String word = Words.of(choice.kind());
              table.row(letter + " look at the cache", word + " with its words");
              table.row(letter + " " + Questions.EDIT, word + ", written in your editor");
            });
    table.row("view 2", "read solution 2 in full; also: view plan, view round, view");
    table.row(Questions.BACK, "at a further question: go back to this list");
  }

  private void say(String message) {
    prompt.show(new Page(screen.get()).text(message));
  }
}
