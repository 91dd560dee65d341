package dev.conclave.activities.discussion.similarity.words;

import java.util.List;

/**
 * Phrases of a word list, to be found in the {@link Units} of a text.
 *
 * @param all each by its units
 */
public record Phrases(List<List<String>> all) {
  /** Those of a list that comes with the program. */
  public static Phrases read(String name) {
    return new Phrases(Lexicon.read(name).stream().flatMap(List::stream).map(Units::of).toList());
  }

  /** Length of the longest of them that begins there; 0 when none does. */
  public int at(List<String> units, int at) {
    int longest = 0;
    for (List<String> phrase : all) {
      if (phrase.size() > longest && startsAt(phrase, units, at)) {
        longest = phrase.size();
      }
    }
    return longest;
  }

  public static boolean startsAt(List<String> phrase, List<String> units, int at) {
    int end = at + phrase.size();
    return end <= units.size() && units.subList(at, end).equals(phrase);
  }
}
