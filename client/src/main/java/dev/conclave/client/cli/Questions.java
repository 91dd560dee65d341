package dev.conclave.client.cli;

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

/** The further questions of an answer; {@code <} goes back to the answers from each. */
final class Questions {
  private static final String BACK = "<";

  private final Prompt prompt;
  private final Screen screen;

  /** The person goes back to the list of answers. */
  static final class Back extends Exception {
    private static final long serialVersionUID = 1L;
  }

  Questions(Prompt prompt, Screen screen) {
    this.prompt = prompt;
    this.screen = screen;
  }

  void say(String message) {
    prompt.show(new Page(screen).text(message));
  }

  /** A text; an empty one goes back. */
  String needed(String question) throws Left, Back {
    String said = ask(question + " (Enter: back)");
    if (said.isBlank()) {
      throw new Back();
    }
    return said;
  }

  /** A text, or none. */
  Optional<String> optional(String question) throws Left, Back {
    return Optional.of(ask(question)).filter(said -> !said.isBlank());
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
    return Arrays.stream(ask(question).split("[,，、]"))
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
