package dev.conclave.activities.discussion.similarity.words;

import dev.conclave.activities.discussion.similarity.statement.Polarity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Concepts with the two sides of a pair of antonyms folded into one: {@code encrypted} and {@code
 * unencrypted} are one topic, and which of them is said is {@link Polarity}'s question.
 */
public final class Topics {
  private static final Map<String, String> TOPIC = new HashMap<>();

  static {
    for (Antonyms pair : Antonyms.ALL) {
      String name =
          String.join(" ", pair.left().get(0)) + "/" + String.join(" ", pair.right().get(0));
      pair.left().forEach(phrase -> fold(phrase, name));
      pair.right().forEach(phrase -> fold(phrase, name));
    }
  }

  private Topics() {}

  private static void fold(List<String> phrase, String name) {
    List<String> concepts = Units.concepts(phrase);
    if (concepts.size() == 1) {
      TOPIC.putIfAbsent(concepts.get(0), name);
    }
  }

  public static List<String> of(List<String> concepts) {
    return concepts.stream().map(concept -> TOPIC.getOrDefault(concept, concept)).toList();
  }
}
