package dev.conclave.client.gate;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The further questions of an answer; {@code <} goes back to the answers from each. */
final class Questions {
  static final String BACK = "<";
  static final String EDIT = ":e";

  private final Prompt prompt;
  private final Supplier<Screen> screen;
  private final Function<String, Optional<String>> editor;

  /** The person goes back to the list of answers. */
  static final class Back extends Exception {
    private static final long serialVersionUID = 1L;
  }

  Questions(Prompt prompt, Supplier<Screen> screen, Function<String, Optional<String>> editor) {
    this.prompt = prompt;
    this.screen = screen;
    this.editor = editor;
  }

  void say(String message) {
    prompt.show(page().text(message));
  }

  /** An empty page for the terminal as it is now. */
  Page page() {
    return new Page(screen.get());
  }

  void show(Page page) {
    prompt.show(page);
  }

  /** A text; an empty one goes back. */
  String needed(String question) throws Left, Back {
    String said = text(question, ask(question + " (Enter: back, :e editor)"));
    if (said.isBlank()) {
      throw new Back();
    }
    return said;
  }

  /**
   * A text, or none.
   *
   * @param none what Enter alone means
   */
  Optional<String> optional(String question, String none) throws Left, Back {
    String said = ask(question + " (Enter: " + none + ", :e editor)");
    return Optional.of(text(question, said)).filter(text -> !text.isBlank());
  }

  /** What was typed, or what is then written in the editor. */
  String text(String question, String said) throws Left, Back {
    String text = said;
    while (text.equals(EDIT)) {
      Optional<String> written = edited(question);
      text = written.isPresent() ? written.get() : ask("Your words, on one line:");
    }
    return text;
  }

  private Optional<String> edited(String question) {
    try {
      Optional<String> written = editor.apply(question);
      if (written.isEmpty()) {
        say("No editor is set: EDITOR or VISUAL names it.");
      }
      return written;
    } catch (Refusal e) {
      say(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Goes on only with a yes. */
  void sure(String question) throws Left, Back {
    String said = ask(question + " (y/N)").toLowerCase(Locale.ROOT);
    if (!said.equals("y") && !said.equals("yes")) {
      throw new Back();
    }
  }

  /** Texts with commas between them; Chinese ones, too. */
  List<String> list(String question) throws Left, Back {
    return Arrays.stream(text(question, ask(question)).split("[,，、\n]"))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /** A number, or none. */
  <N> Optional<N> number(String question, Function<String, Optional<N>> reading) throws Left, Back {
    while (true) {
      String said = ask(question);
      Optional<N> number = reading.apply(said);
      if (number.isPresent() || said.isEmpty()) {
        return number;
      }
      say("\"" + said + "\" is no number above 0.");
    }
  }

  /** What was typed; {@code <} goes back. */
  String ask(String question) throws Left, Back {
    String said = prompt.ask(screen.get().program().in(question));
    if (said.equals(BACK)) {
      throw new Back();
    }
    return said;
  }
}
