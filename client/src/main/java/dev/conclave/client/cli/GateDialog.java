package dev.conclave.client.cli;

import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.gate.Gate;
import java.util.Optional;
import java.util.function.Consumer;

/** Asks a person at a terminal to answer a gate. */
final class GateDialog {
  private final Prompt prompt;
  private final Screen screen;
  private final Consumer<String> views;

  /**
   * A dialog.
   *
   * @param views shows what the person wants to see before answering
   */
  GateDialog(Prompt prompt, Screen screen, Consumer<String> views) {
    this.prompt = prompt;
    this.screen = screen;
    this.views = views;
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
    AnswerForm form = new AnswerForm(prompt, screen, now);
    show(menu);
    while (true) {
      GateMenu.Said said = menu.read(prompt.ask("Answer (? helps):"));
      if (said instanceof GateMenu.Said.Later) {
        return Optional.empty();
      } else if (said instanceof GateMenu.Said.View view) {
        views.accept(view.what());
      } else if (said instanceof GateMenu.Said.Unclear unclear) {
        say(unclear.message());
      } else if (said instanceof GateMenu.Said.Chosen chosen) {
        Optional<AnswerDraft> draft = form.complete(chosen.choice(), chosen.words());
        if (draft.isPresent()) {
          return draft;
        }
        show(menu);
      } else {
        help(menu);
      }
    }
  }

  private void show(GateMenu menu) {
    prompt.show(list(menu));
  }

  private Page list(GateMenu menu) {
    Page page = new Page(screen).text("").heading("Your answer");
    int number = 1;
    for (GateChoice choice : menu.choices()) {
      page.item(1, number++ + ".", choice.label());
    }
    return page.item(1, "0.", "later (l): the session waits for you");
  }

  private void help(GateMenu menu) {
    Page page = list(menu).gap();
    page.text("Type a number, or a letter or word with what belongs to it on the same line:");
    page.item(2, "a 2", "approve solution 2; Enter takes what each further question offers");
    page.item(2, "m look at the cache, too", "an answer with its words");
    page.item(2, "view 2", "solution 2 in full; also: view plan, view round, view");
    page.item(2, "<", "at a further question: back to this list");
    prompt.show(
        page.text(
            "Ctrl-C leaves, and the session goes on; nothing is sent before the last Enter."));
  }

  private void say(String message) {
    prompt.show(new Page(screen).text(message));
  }
}
