package dev.conclave.client.gate;

import com.google.re2j.Matcher;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses a line typed at a gate's prompt: a number, letter or word, then the arguments of {@code
 * conclave answer}.
 */
record GateLine(Gate gate, GateHelp help) {
  private static final Pattern OPTIONS = Pattern.compile("(?:^|\\s)(?=--[a-z])");

  /**
   * Words as {@link Words#shell} writes them; JLine's parser does not join quoted parts of a word.
   */
  private static final com.google.re2j.Pattern SHELL_WORD =
      com.google.re2j.Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\])+");

  private static final Pattern QUOTES = Pattern.compile("'([^']*)'|\"([^\"]*)\"|\\\\(.)");

  /**
   * Parses the typed answer, which may be incomplete.
   *
   * @throws UsageException saying what can be typed
   */
  AnswerOptions read(String line) {
    String[] typed = OPTIONS.split(line.strip(), 2);
    String[] words = typed[0].strip().split("\\s+", 2);
    boolean number = words[0].matches("\\d{1,9}");
    List<String> rest = new ArrayList<>();
    Optional<AnswerKind> kind;
    if (number && help.options() > 0) {
      kind = help.choosing();
      rest.add(typed[0].strip());
    } else {
      kind = number ? Optional.empty() : kind(words[0]);
      // Text copied from a shell command is quoted; typed text need not be.
      List.of(words).subList(1, words.length).stream()
          .map(String::strip)
          .map(said -> said.matches("(['\"]).*\\1") ? unquoted(said) : said)
          .forEach(rest::add);
    }
    if (kind.isEmpty()) {
      return toQuestions(line.strip(), words[0]);
    }
    if (typed.length > 1) {
      for (Matcher word = SHELL_WORD.matcher(typed[1]); word.find(); ) {
        rest.add(unquoted(word.group()));
      }
    }
    return AnswerOptions.of(kind.get(), rest);
  }

  private static String unquoted(String word) {
    return QUOTES.matcher(word).replaceAll("$1$2$3");
  }

  /** Treats a line without a kind as an answer to the gate's questions, by default the first. */
  private AnswerOptions toQuestions(String line, String first) {
    String meant = UsageException.didYouMean(first, gate.kinds().stream().map(Words::of).toList());
    if (help.clarifying().isEmpty() || line.isEmpty() || !meant.isEmpty()) {
      throw new UsageException(
          (line.isEmpty() ? "" : "\"" + first + "\" is not an answer here." + meant + " ")
              + "Type one of: "
              + help.menu());
    }
    return AnswerOptions.of(
        help.clarifying().get(), List.of(AnswerForm.isNumbered(line) ? line : "a=" + line));
  }

  /**
   * Returns the answer kind for a first word: an option's number, a letter, a word or its prefix.
   */
  Optional<AnswerKind> answerKind(String typed) {
    boolean number = typed.matches("\\d{1,9}");
    return number && help.options() > 0
        ? help.choosing()
        : number || AnswerForm.isNumbered(typed) ? help.clarifying() : kind(typed);
  }

  /** Finds a kind by letter, word or unique prefix. */
  private Optional<AnswerKind> kind(String typed) {
    String word = typed.toLowerCase(Locale.ROOT).replace('_', '-');
    List<AnswerKind> meant =
        gate.kinds().stream()
            .filter(
                kind ->
                    word.length() < 2
                        ? kind.letter().equals(word)
                        : Words.of(kind).startsWith(word))
            .toList();
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }
}
