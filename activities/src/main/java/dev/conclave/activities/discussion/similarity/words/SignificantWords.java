package dev.conclave.activities.discussion.similarity.words;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The words of a text that say what it is about, for comparison with source code. */
public final class SignificantWords {
  private static final int LEAST_LETTERS = 3;

  private SignificantWords() {}

  /**
   * Stems of at least three letters that are no stop words; for Chinese its concepts as well, since
   * the code around a Chinese claim is mostly English.
   */
  public static Set<String> of(String text) {
    Set<String> significant = new TreeSet<>();
    List<String> words = Words.of(text);
    for (String word : words) {
      if (Concepts.isHan(word.codePointAt(0))) {
        for (String concept : Concepts.of(List.of(word))) {
          significant.addAll(Words.of(concept));
        }
      } else if (word.length() >= LEAST_LETTERS
          && !Concepts.isStop(word)
          && word.chars().anyMatch(Character::isLetter)) {
        significant.add(word);
      }
    }
    return significant;
  }
}
