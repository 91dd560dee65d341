package dev.conclave.activities.search.index;

import dev.conclave.activities.document.Resources;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words that mean little in a query, and English translations of Chinese technical terms. */
public final class Vocabulary {
  private static final Set<String> STOP_WORDS = words("stop-words.txt");
  private static final Set<String> VERBS = words("task-verbs.txt");
  private static final Map<String, List<String>> CHINESE = chinese();

  /** Longest first, since the first match counts. */
  private static final Pattern KNOWN =
      Pattern.compile(
          Stream.of(CHINESE.keySet(), STOP_WORDS, VERBS)
              .flatMap(Set::stream)
              .sorted(Comparator.comparingInt(String::length).reversed())
              .map(Pattern::quote)
              .collect(Collectors.joining("|")));

  private Vocabulary() {}

  /** Returns whether a word does not indicate where to look. */
  public static boolean isStopWord(String word) {
    return STOP_WORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Returns whether a word says what to do rather than where, such as add or fix. */
  public static boolean isTaskVerb(String word) {
    return VERBS.contains(word.toLowerCase(Locale.ROOT));
  }

  /**
   * Splits a run of Chinese into known words, longest first, with English translations, and the
   * text between them.
   */
  public static Map<String, List<String>> translate(String run) {
    Map<String, List<String>> found = new LinkedHashMap<>();
    Matcher known = KNOWN.matcher(run);
    int end = 0;
    while (known.find()) {
      found.putIfAbsent(run.substring(end, known.start()), List.of());
      found.put(known.group(), CHINESE.getOrDefault(known.group(), List.of()));
      end = known.end();
    }
    found.putIfAbsent(run.substring(end), List.of());
    found.remove("");
    return found;
  }

  private static Map<String, List<String>> chinese() {
    return lines("chinese-terms.txt")
        .map(line -> List.of(line.split("\\s+")))
        .collect(Collectors.toMap(words -> words.get(0), words -> words.subList(1, words.size())));
  }

  private static Set<String> words(String resource) {
    return lines(resource)
        .flatMap(line -> Stream.of(line.split("\\s+")))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<String> lines(String resource) {
    return Resources.text(Vocabulary.class, resource)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(String::strip);
  }
}
