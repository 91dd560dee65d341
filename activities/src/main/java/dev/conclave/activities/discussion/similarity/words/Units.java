package dev.conclave.activities.discussion.similarity.words;

import java.util.ArrayList;
import java.util.List;

/** What phrases are looked for in: the words of a text, Chinese character by character. */
public final class Units {
  private Units() {}

  public static List<String> of(String text) {
    List<String> units = new ArrayList<>();
    for (String word : Words.of(text)) {
      if (Concepts.isHan(word.codePointAt(0))) {
        word.codePoints().mapToObj(Character::toString).forEach(units::add);
      } else {
        units.add(word);
      }
    }
    return units;
  }

  /** Their concepts, runs of Chinese put together again. */
  public static List<String> concepts(List<String> units) {
    List<String> words = new ArrayList<>();
    for (String unit : units) {
      int last = words.size() - 1;
      boolean han = Concepts.isHan(unit.codePointAt(0));
      if (han && last >= 0 && Concepts.isHan(words.get(last).codePointAt(0))) {
        words.set(last, words.get(last) + unit);
      } else {
        words.add(unit);
      }
    }
    return Concepts.of(words);
  }
}
