package dev.conclave.client.gate;

import dev.conclave.client.gate.Questions.Back;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Further questions of an answer that offer something to choose from, by number or word. */
final class Choices {
  private final Questions questions;

  Choices(Questions questions) {
    this.questions = questions;
  }

  /** Which of these, from 0; Enter goes back. */
  int choose(String question, List<String> labels) throws Left, Back {
    Page page = questions.page().text(question);
    for (int i = 0; i < labels.size(); i++) {
      page.item(1, (i + 1) + ".", labels.get(i));
    }
    questions.show(page);
    while (true) {
      String said = questions.ask("Number: (Enter: back)");
      if (said.isEmpty()) {
        throw new Back();
      }
      Optional<Integer> number = Numbers.whole(said).filter(n -> n >= 1 && n <= labels.size());
      if (number.isPresent()) {
        return number.get() - 1;
      }
      questions.say("Type a number from 1 to " + labels.size() + ".");
    }
  }

  /**
   * One of an enum's words, by number, word or the beginning of one.
   *
   * @param label what a person reads of each
   */
  <E extends Enum<E>> E pick(String question, Class<E> type, E usual, Function<E, String> label)
      throws Left, Back {
    E[] all = type.getEnumConstants();
    List<String> words = Arrays.stream(all).map(Words::of).toList();
    String line =
        "%s (%s; Enter: %s)"
            .formatted(question, numbered(Arrays.stream(all).map(label).toList()), Words.of(usual));
    while (true) {
      String said = questions.ask(line);
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
      questions.say("Type one of " + String.join(", ", words) + ", or its number.");
    }
  }

  /** Any of these, by number, and what the person words otherwise. */
  List<String> some(String question, List<String> presets) throws Left, Back {
    List<String> chosen = new ArrayList<>();
    while (true) {
      List<String> unknown = new ArrayList<>();
      for (String part :
          questions.list(
              question
                  + " ("
                  + numbered(presets)
                  + ", or own words; comma between; Enter: none)")) {
        Optional<Integer> number = Numbers.whole(part);
        if (number.isEmpty()) {
          chosen.add(part);
        } else if (number.get() >= 1 && number.get() <= presets.size()) {
          chosen.add(presets.get(number.get() - 1));
        } else {
          unknown.add(part);
        }
      }
      if (unknown.isEmpty()) {
        return chosen;
      }
      questions.say(
          "There is no %s: the numbers go from 1 to %d.%s"
              .formatted(
                  String.join(", ", unknown),
                  presets.size(),
                  chosen.isEmpty() ? "" : " Kept: " + String.join(", ", chosen) + "; more?"));
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
}
