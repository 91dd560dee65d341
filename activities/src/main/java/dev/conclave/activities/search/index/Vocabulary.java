package dev.conclave.activities.search.index;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words that mean little in a query, and the English for Chinese words of the trade. */
public final class Vocabulary {
  private static final Set<String> STOP_WORDS = words("stop-words.txt");
  private static final Set<String> VERBS = words("task-verbs.txt");
  private static final Map<String, List<String>> CHINESE = chinese();
  private static final int LONGEST_CHINESE =
      CHINESE.keySet().stream().mapToInt(String::length).max().orElse(0);

  private Vocabulary() {}

  /** Whether a word says nothing about where to look. */
  public static boolean isStopWord(String word) {
    return STOP_WORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Whether a word says what to do and hardly where, such as add or fix. */
  public static boolean isTaskVerb(String word) {
    return VERBS.contains(word.toLowerCase(Locale.ROOT));
  }

  /**
   * The known words in a run of Chinese, longest first from the left, each with its English words;
   * what is not known stands between them with none.
   */
  public static Map<String, List<String>> translate(String run) {
    Map<String, List<String>> found = new LinkedHashMap<>();
    StringBuilder unknown = new StringBuilder();
    int i = 0;
    while (i < run.length()) {
      int length = longestAt(run, i);
      if (length == 0) {
        unknown.append(run.charAt(i++));
        continue;
      }
      flush(unknown, found);
      String word = run.substring(i, i + length);
      found.put(word, CHINESE.getOrDefault(word, List.of()));
      i += length;
    }
    flush(unknown, found);
    return found;
  }

  private static void flush(StringBuilder unknown, Map<String, List<String>> found) {
    if (unknown.length() > 0) {
      found.putIfAbsent(unknown.toString(), List.of());
      unknown.setLength(0);
    }
  }

  private static int longestAt(String run, int start) {
    for (int n = Math.min(LONGEST_CHINESE, run.length() - start); n > 0; n--) {
      String word = run.substring(start, start + n);
      if (CHINESE.containsKey(word) || STOP_WORDS.contains(word) || VERBS.contains(word)) {
        return n;
      }
    }
    return 0;
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
    try (InputStream in = Vocabulary.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(String::strip);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
