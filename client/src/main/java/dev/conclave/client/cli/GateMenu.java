package dev.conclave.client.cli;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.wire.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Understands what a person types at a gate: a number, a letter, a word, with more behind it. */
final class GateMenu {
  private static final Set<String> LATER = Set.of("0", "l", "later", "q", "quit", "exit");
  private static final Set<String> HELP = Set.of("?", "h", "help");
  private static final Set<String> VIEW = Set.of("v", "view");

  private final List<GateChoice> choices;

  /** What was typed. */
  sealed interface Said {
    /** An answer, with the words that came with it. */
    record Chosen(GateChoice choice, Optional<String> words) implements Said {}

    /** Something to look at. */
    record View(String what) implements Said {}

    record Help() implements Said {}

    /** The gate is left open. */
    record Later() implements Said {}

    /** Not understood; the message says what would be. */
    record Unclear(String message) implements Said {}
  }

  GateMenu(Gate gate) {
    this.choices = GateChoice.of(gate);
  }

  List<GateChoice> choices() {
    return choices;
  }

  Said read(String line) {
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
    if (number.isPresent()) {
      return number.get() >= 1 && number.get() <= choices.size()
          ? taken(choices.get(number.get() - 1), rest)
          : unclear();
    }
    return kind(first).map(kind -> ofKind(kind, rest)).orElseGet(this::unclear);
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
    if (kind != AnswerKind.APPROVE) {
      return taken(meant.get(0), rest);
    }
    Optional<Integer> wanted = rest.flatMap(Numbers::whole);
    if (rest.isEmpty() && meant.size() == 1) {
      return new Said.Chosen(meant.get(0), Optional.empty());
    }
    return meant.stream()
        .filter(choice -> choice.solution().equals(wanted))
        .findFirst()
        .<Said>map(choice -> new Said.Chosen(choice, Optional.empty()))
        .orElseGet(() -> new Said.Unclear("Approve which one? a 1 to a " + meant.size() + "."));
  }

  private static Said taken(GateChoice choice, Optional<String> words) {
    boolean takesWords =
        AnswerWords.TAKE_TEXT.contains(choice.kind()) || choice.kind() == AnswerKind.DROP_AGENT;
    return words.isPresent() && !takesWords
        ? new Said.Unclear(Words.of(choice.kind()) + " takes no words; leave them out.")
        : new Said.Chosen(choice, words);
  }

  private Said unclear() {
    return new Said.Unclear(
        "Type a number from 0 to %d, or the letter of an answer; ? helps."
            .formatted(choices.size()));
  }
}
