package dev.conclave.client.cli;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.wire.Words;
import java.util.ArrayList;
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
    prompt.show(new Page(screen.get()).text(message));
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

  /** Which of these, from 0; Enter goes back. */
  int choose(String question, List<String> labels) throws Left, Back {
    Page page = new Page(screen.get()).text(question);
    for (int i = 0; i < labels.size(); i++) {
      page.item(1, (i + 1) + ".", labels.get(i));
    }
    prompt.show(page);
    while (true) {
      String said = ask("Number: (Enter: back)");
      if (said.isEmpty()) {
        throw new Back();
      }
      Optional<Integer> number = Numbers.whole(said).filter(n -> n >= 1 && n <= labels.size());
      if (number.isPresent()) {
        return number.get() - 1;
      }
      say("Type a number from 1 to " + labels.size() + ".");
    }
  }

  /** Goes on only with a yes. */
  void sure(String question) throws Left, Back {
    String said = ask(question + " (y/N)").toLowerCase(Locale.ROOT);
    if (!said.equals("y") && !said.equals("yes")) {
      throw new Back();
    }
  }

  /** One of an enum's words, by number, word or the beginning of one. */
  <E extends Enum<E>> E pick(String question, Class<E> type, E usual) throws Left, Back {
    E[] all = type.getEnumConstants();
    List<String> words = Arrays.stream(all).map(Words::of).toList();
    while (true) {
      String said = ask(question + " (" + numbered(words) + "; Enter: " + Words.of(usual) + ")");
      if (said.isEmpty()) {
        return usual;
      }
      Optional<E> meant =
          Numbers.whole(said)
              .filter(n -> n >= 1 && n <= all.length)
              .map(n -> all[n - 1])
              .or(
                  () ->
                      only(Arrays.stream(all).filter(e -> Words.of(e).startsWith(said)).toList()));
      if (meant.isPresent()) {
        return meant.get();
      }
      say("Type one of " + String.join(", ", words) + ", or its number.");
    }
  }

  /** Any of these, by number, and what the person words otherwise. */
  List<String> some(String question, List<String> presets) throws Left, Back {
    while (true) {
      List<String> chosen = new ArrayList<>();
      boolean known = true;
      for (String part :
          list(
              question
                  + " ("
                  + numbered(presets)
                  + ", or own words; comma between; Enter: none)")) {
        Optional<Integer> number = Numbers.whole(part);
        known &= number.isEmpty() || (number.get() >= 1 && number.get() <= presets.size());
        chosen.add(number.isPresent() && known ? presets.get(number.get() - 1) : part);
      }
      if (known) {
        return chosen;
      }
      say("The numbers go from 1 to " + presets.size() + ".");
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

  /** {@code 1 agent, 2 codex}. */
  static String numbered(List<String> words) {
    List<String> numbered = new ArrayList<>();
    for (String word : words) {
      numbered.add((numbered.size() + 1) + " " + word);
    }
    return String.join(", ", numbered);
  }

  private static <E> Optional<E> only(List<E> meant) {
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }

  private String ask(String question) throws Left, Back {
    String said = prompt.ask(question);
    if (said.equals(BACK)) {
      throw new Back();
    }
    return said;
  }
}
