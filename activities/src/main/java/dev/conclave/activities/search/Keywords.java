package dev.conclave.activities.search;

import dev.conclave.activities.search.index.Identifiers;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.index.Vocabulary;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The words of a task that say where to look: identifiers first, then the other nouns. */
public final class Keywords {
  private static final int MOST = 12;
  private static final int LONGEST_TASK = 20_000;

  private Keywords() {}

  /**
   * At most {@value #MOST}, without repeats, as the task writes them; Chinese words of the trade
   * are followed by their English.
   */
  public static List<String> of(String task) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> nouns = new LinkedHashSet<>();
    Terms.tokens(
        Cut.head(task, LONGEST_TASK),
        token -> {
          if (Terms.isCjk(token.charAt(0))) {
            addChinese(token, nouns);
          } else if (Identifiers.parts(token).size() > 1) {
            names.add(token);
          } else if (isNoun(token)) {
            nouns.add(token.toLowerCase(java.util.Locale.ROOT));
          }
        });
    List<String> all = new ArrayList<>(names);
    nouns.stream().filter(noun -> !all.contains(noun)).forEach(all::add);
    return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
  }

  private static boolean isNoun(String word) {
    return word.length() > 1
        && !word.chars().allMatch(Character::isDigit)
        && !Vocabulary.isStopWord(word)
        && !Vocabulary.isTaskVerb(word);
  }

  private static void addChinese(String run, Set<String> nouns) {
    Vocabulary.translate(run)
        .forEach(
            (word, english) -> {
              if (!Vocabulary.isStopWord(word) && !Vocabulary.isTaskVerb(word)) {
                nouns.add(word);
                nouns.addAll(english);
              }
            });
  }
}
