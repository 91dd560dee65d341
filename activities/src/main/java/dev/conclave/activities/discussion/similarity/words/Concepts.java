package dev.conclave.activities.discussion.similarity.words;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Folds words that mean the same in our trade into one concept ({@code mutex}, {@code lock}, 锁),
 * leaves stop words out, and cuts what is left of Chinese into pairs of characters.
 */
public final class Concepts {
  private static final int LONGEST_PHRASE = 3;
  private static final int LONGEST_HAN = 6;

  private static final Set<String> STOP = stopWords();
  private static final Map<String, String> PHRASES = new HashMap<>();
  private static final Map<String, String> HAN = new HashMap<>();

  static {
    for (List<String> entry : Lexicon.read("concepts.txt")) {
      for (String word : entry) {
        if (isHan(word.codePointAt(0))) {
          HAN.put(word, entry.get(0));
        } else {
          PHRASES.put(String.join(" ", Words.of(word)), entry.get(0));
        }
      }
    }
  }

  private Concepts() {}

  public static boolean isHan(int character) {
    return Character.UnicodeScript.of(character) == Character.UnicodeScript.HAN;
  }

  public static boolean isStop(String stem) {
    return STOP.contains(stem);
  }

  /** The concepts of a sentence, in order; a word without one stands for itself. */
  public static List<String> of(List<String> words) {
    List<String> concepts = new ArrayList<>();
    for (int i = 0; i < words.size(); ) {
      if (isHan(words.get(i).codePointAt(0))) {
        han(words.get(i), concepts);
        i++;
        continue;
      }
      i += phrase(words, i, concepts);
    }
    return concepts;
  }

  private static int phrase(List<String> words, int start, List<String> concepts) {
    for (int length = Math.min(LONGEST_PHRASE, words.size() - start); length > 0; length--) {
      String concept = PHRASES.get(String.join(" ", words.subList(start, start + length)));
      if (concept != null) {
        concepts.add(concept);
        return length;
      }
    }
    String word = words.get(start);
    if (!STOP.contains(word) && (word.length() > 1 || Character.isDigit(word.charAt(0)))) {
      concepts.add(word);
    }
    return 1;
  }

  private static void han(String run, List<String> concepts) {
    StringBuilder rest = new StringBuilder();
    for (int i = 0; i < run.length(); ) {
      Optional<String> word = longest(run, i);
      if (word.isEmpty()) {
        rest.append(run.charAt(i++));
        continue;
      }
      pairs(rest, concepts);
      String concept = HAN.getOrDefault(word.get(), "");
      if (!concept.isEmpty()) {
        concepts.add(concept);
      }
      i += word.get().length();
    }
    pairs(rest, concepts);
  }

  private static Optional<String> longest(String run, int start) {
    for (int length = Math.min(LONGEST_HAN, run.length() - start); length > 0; length--) {
      String word = run.substring(start, start + length);
      if (HAN.containsKey(word) || STOP.contains(word)) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }

  private static void pairs(StringBuilder rest, List<String> concepts) {
    if (rest.length() == 1) {
      concepts.add(rest.toString());
    }
    for (int i = 0; i + 1 < rest.length(); i++) {
      concepts.add(rest.substring(i, i + 2));
    }
    rest.setLength(0);
  }

  private static Set<String> stopWords() {
    Set<String> stop = new HashSet<>();
    for (List<String> entry : Lexicon.read("stop-words.txt")) {
      for (String word : entry) {
        stop.add(isHan(word.codePointAt(0)) ? word : Words.stem(word));
      }
    }
    return stop;
  }
}
