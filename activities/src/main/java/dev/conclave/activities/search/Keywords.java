package dev.conclave.activities.search;

import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.index.Vocabulary;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a text says of where to look: its keywords, and the files that it names. */
public final class Keywords {
  private static final int MOST = 12;
  private static final int LONGEST_TASK = 20_000;
  private static final Pattern PATH =
      Pattern.compile("(?:[\\p{L}\\p{N}_@.+-]+/)*[\\p{L}\\p{N}_@+-][\\p{L}\\p{N}_@.+-]*");

  private Keywords() {}

  /**
   * The words of a task that say where to look, identifiers first, then the other nouns: at most
   * {@value #MOST}, without repeats, as the task writes them; Chinese words of the trade are
   * followed by their English.
   */
  public static List<String> of(String task) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> nouns = new LinkedHashSet<>();
    Terms.tokens(
        Cut.head(task, LONGEST_TASK),
        token -> {
          if (Terms.isCjk(token.charAt(0))) {
            addChinese(token, nouns);
          } else if (Terms.parts(token).size() > 1) {
            names.add(token);
          } else if (isNoun(token)) {
            nouns.add(token.toLowerCase(Locale.ROOT));
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

  /**
   * The files of a tree that a text names, in the order in which it names them first; absolute
   * paths count when they end in one.
   */
  static List<String> files(String text, Set<String> tree) {
    Set<String> found = new LinkedHashSet<>();
    Matcher matcher = PATH.matcher(text);
    while (matcher.find()) {
      String mention = matcher.group().replaceFirst("^\\./", "").replaceFirst("\\.$", "");
      while (!tree.contains(mention) && mention.contains("/")) {
        mention = mention.substring(mention.indexOf('/') + 1);
      }
      if (tree.contains(mention)) {
        found.add(mention);
      }
    }
    return List.copyOf(found);
  }
}
