package dev.conclave.client.gate;

import dev.conclave.client.Spelling;
import dev.conclave.client.gate.NumberedAnswers.Given;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Understands what a person types at a gate: a number, a letter, a word, with more behind it. */
final class GateMenu {
  private static final Set<String> LATER = Set.of("0", "l", "later", "q", "quit", "exit");
  private static final Set<String> HELP = Set.of("?", "h", "help");
  private static final Set<String> VIEW = Set.of("v", "view");

  /** What stands behind these is a name or the like, not words to somebody. */
  private static final Set<AnswerKind> NAMING =
      EnumSet.of(AnswerKind.DROP_AGENT, AnswerKind.ASK, AnswerKind.EXPORT);

  private final List<GateChoice> choices;
  private final List<Question> questions;
  private final NumberedAnswers numbered;

  GateMenu(Gate gate) {
    this.choices = GateChoice.of(gate);
    boolean answerable = choices.stream().anyMatch(GateChoice::carriesAnswers);
    this.questions = answerable ? gate.shown().questions() : List.of();
    this.numbered = new NumberedAnswers(questions);
  }

  /** What can be typed, in a line or two. */
  String line() {
    List<String> parts = new ArrayList<>();
    if (options() > 0) {
      parts.add(numbers(options(), "or") + ": " + Words.of(choices.get(0).kind()));
    } else if (answers()) {
      parts.add(
          "number or own words: answer"
              + (questions.size() == 1 ? "" : " question 1, then the others"));
    }
    choices.stream()
        .filter(choice -> choice.option().isEmpty())
        .filter(choice -> choice.kind() != AnswerKind.CLARIFY || !answers())
        .map(choice -> GateChoice.letter(choice.kind()) + ": " + Words.of(choice.kind()))
        .forEach(parts::add);
    parts.addAll(List.of("0: later", "v: view", "?: help"));
    return String.join(", ", parts)
        + (takesWords(choices.get(0)) && options() > 0
            ? ". Behind it go words (1 no new library), :o for who executes and reviews"
            : "");
  }

  private int options() {
    return (int) choices.stream().filter(choice -> choice.option().isPresent()).count();
  }

  /** Whether what is typed answers the gate's questions. */
  private boolean answers() {
    return asks() && clarifying().isPresent();
  }

  private static String numbers(int last, String between) {
    return last == 1 ? "1" : "1 " + (last == 2 ? between : "to") + " " + last;
  }

  List<GateChoice> choices() {
    return choices;
  }

  /** Those that words can go along with. */
  List<GateChoice> worded() {
    return choices.stream().filter(GateMenu::takesWords).toList();
  }

  /** Whether the gate asks questions that can be answered by their numbers. */
  boolean asks() {
    return !questions.isEmpty();
  }

  /** The answer that is there for answering questions, where the gate has one. */
  Optional<GateChoice> clarifying() {
    return choices.stream().filter(choice -> choice.kind() == AnswerKind.CLARIFY).findFirst();
  }

  Said read(String line) {
    return numbered
        .read(line.strip())
        .map(given -> said(given, Said.Numbered::new))
        .orElseGet(() -> word(line));
  }

  private static Said said(Given given, Function<Map<String, String>, Said> taken) {
    return given instanceof Given.Answers answers
        ? taken.apply(answers.byNumber())
        : new Said.Unclear(((Given.Wrong) given).message());
  }

  private Said word(String line) {
    String[] parts = line.strip().split("\\s+", 2);
    String first = parts[0].toLowerCase(Locale.ROOT);
    Optional<String> rest =
        parts.length > 1
            ? Optional.of(parts[1].strip()).filter(r -> !r.isEmpty())
            : Optional.empty();
    if (VIEW.contains(first)) {
      return new Said.View(rest.orElse(""));
    }
    if (HELP.contains(first)) {
      return new Said.Help();
    }
    if (LATER.contains(first) && rest.isEmpty()) {
      return new Said.Later();
    }
    Optional<Integer> number = Numbers.whole(first);
    if (number.isPresent() && (rest.isEmpty() || options() > 0)) {
      return number(number.get(), rest);
    }
    return kind(first).map(kind -> ofKind(kind, rest)).orElseGet(() -> unknown(line.strip()));
  }

  /** The number of an option: of the gate's own, else of its first question. */
  private Said number(int number, Optional<String> rest) {
    if (options() > 0) {
      return choices.stream()
          .filter(choice -> choice.option().equals(Optional.of(number)))
          .findFirst()
          .map(choice -> taken(choice, rest))
          .orElseGet(
              () ->
                  new Said.Unclear(
                      "There is no option %d; there %s %s."
                          .formatted(
                              number, options() == 1 ? "is" : "are", numbers(options(), "and"))));
    }
    return answers()
        ? said(numbered.each("1=" + number), Said.Numbered::new)
        : unclear("There is nothing to choose by number here. ");
  }

  /** One word may be an answer that is spelled wrongly; more are what the person wants to say. */
  private Said unknown(String line) {
    List<String> names = choices.stream().map(choice -> Words.of(choice.kind())).toList();
    String first = line.split("\\s+", 2)[0];
    String meant = Spelling.question(first, names).strip();
    if (answers() && meant.isEmpty() && !line.isEmpty()) {
      return new Said.Numbered(Map.of("1", line));
    }
    boolean sentence = !first.equals(line) || line.codePoints().anyMatch(c -> c > 0x2e7f);
    if (!sentence || worded().isEmpty()) {
      String lead = line.isEmpty() ? "" : "\"" + line + "\" is no answer. ";
      return unclear(meant.isEmpty() ? lead : lead + meant + " ");
    }
    return new Said.Loose(line, meant.isEmpty() ? "" : "\"" + first + "\" is no answer. " + meant);
  }

  /** By its letter, its word, or the beginning of one that no other shares. */
  private Optional<AnswerKind> kind(String word) {
    List<AnswerKind> kinds = choices.stream().map(GateChoice::kind).distinct().toList();
    Optional<AnswerKind> letter =
        kinds.stream().filter(kind -> GateChoice.letter(kind).equals(word)).findFirst();
    if (letter.isPresent() || word.length() < 2) {
      return letter;
    }
    String hyphened = word.replace('_', '-');
    List<AnswerKind> meant =
        kinds.stream().filter(kind -> Words.of(kind).startsWith(hyphened)).toList();
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }

  private Said ofKind(AnswerKind kind, Optional<String> rest) {
    List<GateChoice> meant = choices.stream().filter(choice -> choice.kind() == kind).toList();
    boolean only = meant.size() == 1 && rest.flatMap(numbered::read).isPresent();
    boolean options = meant.get(0).option().isPresent();
    if (!options || only || (rest.isEmpty() && meant.size() == 1)) {
      return taken(meant.get(0), rest);
    }
    String[] parts = rest.orElse("").split("\\s+", 2);
    Optional<String> more = parts.length > 1 ? Optional.of(parts[1]) : Optional.empty();
    return meant.stream()
        .filter(choice -> choice.option().equals(Numbers.whole(parts[0])))
        .findFirst()
        .map(choice -> taken(choice, more))
        .orElseGet(() -> unsaid(kind, meant.size()));
  }

  private static Said unsaid(AnswerKind kind, int last) {
    String letter = GateChoice.letter(kind);
    String word = Words.of(kind);
    String asked = Character.toUpperCase(word.charAt(0)) + word.substring(1);
    return new Said.Unclear("%s which one? %s 1 to %s %d.".formatted(asked, letter, letter, last));
  }

  /** The approval of a solution takes words as a constraint. */
  private static boolean takesWords(GateChoice choice) {
    return GateChoice.TAKE_TEXT.contains(choice.kind())
        || (choice.kind() == AnswerKind.APPROVE && choice.option().isPresent());
  }

  private Said taken(GateChoice choice, Optional<String> words) {
    Optional<Given> answers = words.flatMap(numbered::read);
    if (answers.isPresent() && choice.carriesAnswers()) {
      return said(answers.get(), each -> new Said.Chosen(choice, Optional.empty(), each));
    }
    if (words.isEmpty() || takesWords(choice) || NAMING.contains(choice.kind())) {
      return new Said.Chosen(choice, words, Map.of());
    }
    String message = Words.of(choice.kind()) + " takes no words.";
    return worded().isEmpty()
        ? new Said.Unclear(message + " Leave them out.")
        : new Said.Loose(words.get(), message);
  }

  private Said unclear(String lead) {
    return new Said.Unclear(lead + "Type one of these: " + line());
  }
}
