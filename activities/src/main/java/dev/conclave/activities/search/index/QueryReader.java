package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.temporal.Cut;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a person wrote as a weighted query. Not thread-safe; one for each query. */
public final class QueryReader {
  private static final Pattern CONVENTIONAL =
      Pattern.compile("^\\s*(?<type>[a-z]{2,10})(?:\\((?<scope>[^)]{1,60})\\))?!?:\\s");
  private static final Pattern PREFIX = Pattern.compile("^\\s*(?<scope>[\\w./-]{2,60}):\\s");
  private static final Pattern CODE_SPAN = Pattern.compile("`([^`\\n]{1,200})`");
  private static final Pattern LINK_OR_SIGNATURE =
      Pattern.compile("https?://\\S+|(?m:^(?:Signed-off-by|Co-authored-by|Change-Id):.*$)");
  private static final Set<String> TYPES =
      Set.of(
          "fix",
          "feat",
          "docs",
          "doc",
          "test",
          "tests",
          "chore",
          "refactor",
          "perf",
          "style",
          "build",
          "ci",
          "revert");
  private static final int LONGEST = 20_000;

  private final RankingWeights.QueryWeights weights;
  private final Map<String, Double> terms = new LinkedHashMap<>();
  private final Map<String, String> words = new HashMap<>();
  private final Set<String> scope = new HashSet<>();
  private final Set<PathKind> wanted = EnumSet.noneOf(PathKind.class);
  private int count;
  private String previous = "";

  private QueryReader(RankingWeights.QueryWeights weights) {
    this.weights = weights;
  }

  /** Reads a query; a text without any word gives an empty one. */
  public static SearchQuery read(String text, RankingWeights weights) {
    String bounded = Cut.head(text, LONGEST);
    return new QueryReader(weights.query()).query(bounded);
  }

  private SearchQuery query(String text) {
    String rest = LINK_OR_SIGNATURE.matcher(readScope(text)).replaceAll(" ");
    Matcher spans = CODE_SPAN.matcher(rest);
    Set<String> quoted = new HashSet<>();
    while (spans.find()) {
      Terms.tokens(spans.group(1), quoted::add);
    }
    Terms.tokens(rest, token -> addToken(token, quoted.contains(token)));
    return new SearchQuery(
        text, Map.copyOf(terms), Map.copyOf(words), Set.copyOf(scope), Set.copyOf(wanted));
  }

  /** Takes the scope off the front, and returns the text behind it. */
  private String readScope(String text) {
    Matcher conventional = CONVENTIONAL.matcher(text);
    if (conventional.find() && TYPES.contains(conventional.group("type"))) {
      want(conventional.group("type"), true);
      if (conventional.group("scope") != null) {
        addScope(conventional.group("scope"));
      }
      return text.substring(conventional.end());
    }
    Matcher prefix = PREFIX.matcher(text);
    if (prefix.find()) {
      addScope(prefix.group("scope"));
      return text.substring(prefix.end());
    }
    return text;
  }

  private void addScope(String prefix) {
    Terms.tokens(
        prefix,
        token -> {
          for (String term : Terms.ofToken(token)) {
            scope.add(term);
            put(term, token, weights.scope());
          }
          want(token, true);
        });
  }

  private void addToken(String token, boolean quoted) {
    if (Terms.isCjk(token.charAt(0))) {
      addChinese(token);
      return;
    }
    if (Vocabulary.isStopWord(token) || (token.length() < 2 && !quoted)) {
      previous = "";
      return;
    }
    want(token, false);
    double weight = position();
    boolean named = Identifiers.parts(token).size() > 1;
    weight *= Vocabulary.isTaskVerb(token) && !quoted ? weights.verb() : 1;
    weight *= quoted ? weights.codeSpan() : 1;
    weight *= named ? weights.identifier() : 1;
    for (String term : Terms.ofToken(token)) {
      put(term, token, weight);
    }
    if (!previous.isEmpty() && !named) {
      put(Stems.of(previous + token), previous + " " + token, weight * weights.adjacent());
    }
    previous = named || Vocabulary.isTaskVerb(token) ? "" : token;
  }

  private void addChinese(String run) {
    previous = "";
    Vocabulary.translate(run)
        .forEach(
            (word, english) -> {
              if (Vocabulary.isStopWord(word)) {
                return;
              }
              double weight = position() * (Vocabulary.isTaskVerb(word) ? weights.verb() : 1);
              Terms.ofToken(word).forEach(term -> put(term, word, weight));
              addTranslated(english, weight * weights.translated());
            });
  }

  private void addTranslated(List<String> english, double weight) {
    String before = "";
    for (String word : english) {
      put(Stems.of(word), word, weight);
      if (!before.isEmpty()) {
        put(Stems.of(before + word), before + " " + word, weight * weights.adjacent());
      }
      want(word, false);
      before = word;
    }
  }

  private double position() {
    int after = Math.max(0, ++count - weights.fullWords());
    return 1 / (1 + weights.decay() * after);
  }

  private void put(String term, String word, double weight) {
    words.putIfAbsent(term, word);
    terms.merge(term, weight, Math::max);
  }

  /** A word alone asks for tests only in the plural or as a type: "test the login" does not. */
  private void want(String word, boolean asType) {
    switch (word.toLowerCase(Locale.ROOT)) {
      case "tests", "unittest", "unittests", "testcase", "testcases" -> wanted.add(PathKind.TEST);
      case "test", "testing", "spec" -> {
        if (asType) {
          wanted.add(PathKind.TEST);
        }
      }
      case "docs", "readme", "documentation", "changelog" -> wanted.add(PathKind.DOCUMENTATION);
      case "doc" -> {
        if (asType) {
          wanted.add(PathKind.DOCUMENTATION);
        }
      }
      case "example", "examples", "sample", "samples", "demo" -> wanted.add(PathKind.EXAMPLE);
      case "benchmark", "benchmarks", "bench" -> wanted.add(PathKind.BENCHMARK);
      default -> {}
    }
  }
}
