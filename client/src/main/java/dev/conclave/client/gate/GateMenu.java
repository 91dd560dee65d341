package dev.conclave.client.gate;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Spelling;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What can be typed at the prompt of an open gate: a number, a letter or a word, with more behind.
 */
public final class GateMenu {
  static final String BACK = "<";
  static final String EDIT = ":e";

  /** Those that go on with the discussion, and can answer its questions on the way. */
  private static final Set<AnswerKind> GO_ON =
      EnumSet.of(
          AnswerKind.APPROVE,
          AnswerKind.CLARIFY,
          AnswerKind.REPLY,
          AnswerKind.PROCEED,
          AnswerKind.MORE_ANALYSIS,
          AnswerKind.CHANGE_DIRECTION,
          AnswerKind.DIFFERENT_DIRECTION);

  private static final Pattern OPTIONS = Pattern.compile("(?:^|\\s)(?=--[a-z])");
  private static final Pattern SHELL_WORD =
      Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\])+");
  private static final Pattern QUOTES = Pattern.compile("'([^']*)'|\"([^\"]*)\"|\\\\(.)");

  private final Gate gate;
  private final List<Question> questions;

  public GateMenu(Gate gate) {
    this.gate = gate;
    this.questions =
        gate.kinds().stream().anyMatch(GO_ON::contains) ? gate.shown().questions() : List.of();
  }

  /** Whether answers to the gate's questions can go along with a kind. */
  static boolean carriesAnswers(AnswerKind kind) {
    return GO_ON.contains(kind);
  }

  /** Whether the gate asks questions that can be answered by their numbers. */
  boolean asks() {
    return !questions.isEmpty();
  }

  /** Whether what is typed answers the gate's questions. */
  boolean clarifies() {
    return gate.kinds().contains(AnswerKind.CLARIFY);
  }

  private boolean choosesOption(AnswerKind kind) {
    return gate.type().need(kind).choosesOption();
  }

  private int options() {
    return gate.kinds().stream().anyMatch(this::choosesOption) ? gate.shown().options().size() : 0;
  }

  /** What can be typed, in a line or two. */
  public String line() {
    List<String> parts = new ArrayList<>();
    if (options() > 0) {
      String numbers =
          switch (options()) {
            case 1 -> "1";
            case 2 -> "1 or 2";
            default -> "1 to " + options();
          };
      parts.add(numbers + ": " + Words.of(gate.kinds().get(0)));
    } else if (asks() && clarifies()) {
      parts.add(
          "number or own words: answer"
              + (questions.size() == 1 ? "" : " question 1, then the others"));
    }
    gate.kinds().stream()
        .filter(kind -> !choosesOption(kind))
        .filter(kind -> kind != AnswerKind.CLARIFY || !asks())
        .map(kind -> kind.letter() + ": " + Words.of(kind))
        .forEach(parts::add);
    parts.addAll(List.of("0: later", "v: view", "?: help"));
    return String.join(", ", parts)
        + (options() > 0 && gate.kinds().contains(AnswerKind.APPROVE)
            ? ". Behind it go words (1 no new library) and options (1 --execution codex)"
            : "");
  }

  /** Writes all that can be typed, in the gate's own numbers and names. */
  Page help(Page page, SessionView view) {
    Table typed = new Table("Type", "to");
    for (AnswerKind kind : gate.kinds()) {
      String letter = kind.letter();
      String word = Words.of(kind) + ": ";
      if (choosesOption(kind)) {
        gate.shown().options().forEach(option -> typed.row(option.number(), word + option.name()));
        if (kind == AnswerKind.APPROVE && options() > 0) {
          typed.row(options() + " no new library", "the same with a constraint");
          typed.row(
              options() + " --review codex",
              "the same with --execution, --review, --constraint, --include or --exclude");
        }
      } else {
        typed.row(letter, word + kind.label());
      }
      switch (gate.type().need(kind)) {
        case TEXT, WORDS ->
            typed.row(
                letter + " your words", "the same with words; " + letter + " :e in your editor");
        case AGENT -> typed.row(letter + " NAME", Words.of(kind) + " of that name");
        case BUDGET ->
            typed.row(letter + " --budget-usd 5", "the same, or --budget-calls, --budget-tokens");
        default -> {
          if (kind == AnswerKind.MORE_ANALYSIS) {
            typed.row(letter + " your words", "the same with what to look at");
          }
        }
      }
    }
    if (asks()) {
      typed.row("1=2; 2=your words", "answer question 1 with its option 2, and question 2");
    }
    if (options() > 0) {
      typed.row("view " + options(), "read solution " + options() + " in full");
    }
    if (view.plan().isPresent()) {
      typed.row("view plan", "read the plan in full");
    }
    if (!view.rounds().isEmpty()) {
      typed.row("view round", "read the last round");
    }
    typed.row(BACK, "at a further question: go back to the answers");
    return page.table(typed)
        .text("Ctrl-C leaves, and the session goes on; nothing is sent before the last Enter.");
  }

  /**
   * The answer that was typed, as far as it goes.
   *
   * @throws Refusal saying what can be typed
   */
  AnswerOptions read(String line) {
    String[] typed = OPTIONS.split(line.strip(), 2);
    String[] words = typed[0].strip().split("\\s+", 2);
    List<String> rest = new ArrayList<>();
    AnswerKind kind;
    boolean number = words[0].matches("\\d{1,9}");
    if (number && options() > 0) {
      kind = gate.kinds().stream().filter(this::choosesOption).findFirst().orElseThrow();
      rest.add(typed[0].strip());
    } else {
      Optional<AnswerKind> named = number ? Optional.empty() : kind(words[0]);
      if (named.isEmpty()) {
        return ofFirstQuestion(line.strip(), words[0]);
      }
      kind = named.get();
      if (words.length > 1) {
        rest.add(copied(words[1].strip()));
      }
    }
    if (typed.length > 1) {
      SHELL_WORD.matcher(typed[1]).results().map(word -> unquoted(word.group())).forEach(rest::add);
    }
    return AnswerOptions.of(kind, rest);
  }

  /** Words that were copied from a line for a shell stand in quotes; typed ones need none. */
  private static String copied(String words) {
    return words.matches("['\"].*") && SHELL_WORD.matcher(words).matches()
        ? unquoted(words)
        : words;
  }

  private static String unquoted(String word) {
    return QUOTES
        .matcher(word)
        .replaceAll(
            quoted -> {
              String text = quoted.group(1);
              text = text == null ? quoted.group(2) : text;
              return Matcher.quoteReplacement(text == null ? quoted.group(3) : text);
            });
  }

  /** Whatever is no kind of answer answers the first question, where the gate asks one. */
  private AnswerOptions ofFirstQuestion(String line, String first) {
    List<String> names = gate.kinds().stream().map(Words::of).toList();
    String meant = Spelling.question(first, names);
    if (!asks() || !clarifies() || line.isEmpty() || !meant.isEmpty()) {
      throw new Refusal(
          (line.isEmpty() ? "" : "\"" + first + "\" is no answer." + meant + " ")
              + "Type one of these: "
              + line());
    }
    AnswerOptions answer = AnswerOptions.of(AnswerKind.CLARIFY, List.of());
    answer.answers().put("1", line);
    return answer;
  }

  /** By its letter, its word, or the beginning of one that no other shares. */
  private Optional<AnswerKind> kind(String typed) {
    String word = typed.toLowerCase(Locale.ROOT).replace('_', '-');
    Optional<AnswerKind> letter =
        gate.kinds().stream().filter(kind -> kind.letter().equals(word)).findFirst();
    if (letter.isPresent() || word.length() < 2) {
      return letter;
    }
    List<AnswerKind> meant =
        gate.kinds().stream().filter(kind -> Words.of(kind).startsWith(word)).toList();
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }
}
