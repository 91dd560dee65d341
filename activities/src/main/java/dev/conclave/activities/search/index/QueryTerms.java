package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.text.Cut;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A user's text as a weighted query. Not thread-safe. */
public final class QueryTerms {
  private static final double VERB = 0.3;
  private static final double CODE_SPAN = 1.3;
  private static final double IDENTIFIER = 1.5;
  private static final double SCOPE = 2;

  private static final double ADJACENT = 0.5;

  private static final double TRANSLATED = 0.8;

  /**
   * Number of words that count in full; a later word i counts 1 / (1 + {@link #DECAY} · (i −
   * this)).
   */
  private static final int FULL_WORDS = 8;

  private static final double DECAY = 0.2;
  private static final int LONGEST = 20_000;
  private static final int MOST_KEYWORDS = 12;

  private static final Pattern CONVENTIONAL =
      Pattern.compile(
          "^\\s*(?<type>fix|feat|docs?|tests?|chore|refactor|perf|style|build|ci|revert)"
              + "(?:\\((?<scope>[^)]{1,60})\\))?!?:\\s");
  private static final Pattern PREFIX = Pattern.compile("^\\s*(?<scope>[\\w./-]{2,60}):\\s");
  private static final Pattern QUOTED = Pattern.compile("`([^`\\n]{1,200})`");
  private static final Pattern LINK_OR_SIGNATURE =
      Pattern.compile("https?://\\S+|(?m:^(?:Signed-off-by|Co-authored-by|Change-Id):.*$)");

  private final Map<String, Double> terms = new LinkedHashMap<>();
  private final Map<String, String> words = new HashMap<>();
  private final Set<String> names = new LinkedHashSet<>();
  private final Set<String> nouns = new LinkedHashSet<>();
  private final Set<String> scope = new HashSet<>();
  private final Set<PathKind> wanted = EnumSet.noneOf(PathKind.class);
  private int count;
  private String previous = "";

  private QueryTerms(String text) {
    String rest = LINK_OR_SIGNATURE.matcher(readScope(text)).replaceAll(" ");
    Set<String> quoted = new HashSet<>();
    QUOTED.matcher(rest).results().forEach(span -> Terms.tokens(span.group(1), quoted::add));
    Terms.tokens(rest, token -> addToken(token, quoted.contains(token)));
  }

  /** Parses a query; a text without words has no terms. */
  public static QueryTerms of(String text) {
    return new QueryTerms(Cut.head(text, LONGEST));
  }

  public Map<String, Double> terms() {
    return terms;
  }

  /**
   * Returns the identifiers of a text, then its other nouns, as written, with English translations
   * of Chinese terms. At most {@value #MOST_KEYWORDS}.
   */
  public static List<String> keywords(String text) {
    QueryTerms query = of(text);
    return Stream.concat(query.names.stream(), query.nouns.stream())
        .distinct()
        .limit(MOST_KEYWORDS)
        .toList();
  }

  String word(String term) {
    return words.getOrDefault(term, term);
  }

  /** Returns the terms of the scope, such as {@code parser} in {@code fix(parser): …}. */
  Set<String> scope() {
    return scope;
  }

  Set<PathKind> wanted() {
    return wanted;
  }

  private String readScope(String text) {
    Matcher prefix = CONVENTIONAL.matcher(text);
    boolean conventional = prefix.find();
    if (conventional) {
      want(prefix.group("type"), true);
    } else {
      prefix = PREFIX.matcher(text);
      if (!prefix.find()) {
        return text;
      }
    }
    Optional.ofNullable(prefix.group("scope")).ifPresent(this::addScope);
    return text.substring(prefix.end());
  }

  private void addScope(String prefix) {
    Terms.tokens(
        prefix,
        token -> {
          scope.addAll(Terms.of(token));
          Terms.of(token).forEach(term -> put(term, token, SCOPE));
          want(token, true);
          addKeyword(token);
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
    List<String> parts = Terms.parts(token);
    boolean named = parts.size() > 1;
    boolean verb = Vocabulary.isTaskVerb(token);
    addKeyword(token);
    double weight = position() * (quoted ? CODE_SPAN : verb ? VERB : 1) * (named ? IDENTIFIER : 1);
    // A file that contains only part of a name is explained by that part.
    for (int i = 0; i < parts.size() && named; i++) {
      words.putIfAbsent(Terms.stem(parts.get(i)), parts.get(i));
      if (parts.size() > 2 && i + 1 < parts.size()) {
        String pair = parts.get(i) + parts.get(i + 1);
        words.putIfAbsent(Terms.stem(pair), pair);
      }
    }
    Terms.of(token).forEach(term -> put(term, token, weight));
    if (!named) {
      putJoined(previous, token, weight);
    }
    previous = named || verb ? "" : token;
  }

  private void addKeyword(String token) {
    if (Terms.parts(token).size() > 1) {
      names.add(token);
    } else if (!Vocabulary.isStopWord(token)
        && !Vocabulary.isTaskVerb(token)
        && token.matches("\\D.+")) {
      nouns.add(token.toLowerCase(Locale.ROOT));
    }
  }

  private void addChinese(String run) {
    previous = "";
    Vocabulary.translate(run)
        .forEach(
            (word, english) -> {
              if (!Vocabulary.isStopWord(word)) {
                boolean verb = Vocabulary.isTaskVerb(word);
                if (!verb) {
                  nouns.add(word);
                  nouns.addAll(english);
                }
                double weight = position() * (verb ? VERB : 1);
                Terms.of(word).forEach(term -> put(term, word, weight));
                addTranslated(english, weight * TRANSLATED);
              }
            });
  }

  private void addTranslated(List<String> english, double weight) {
    String before = "";
    for (String word : english) {
      put(Terms.stem(word), word, weight);
      putJoined(before, word, weight);
      want(word, false);
      before = word;
    }
  }

  private double position() {
    return 1 / (1 + DECAY * Math.max(0, ++count - FULL_WORDS));
  }

  private void putJoined(String before, String word, double weight) {
    if (!before.isEmpty()) {
      put(Terms.stem(before + word), before + " " + word, weight * ADJACENT);
    }
  }

  private void put(String term, String word, double weight) {
    words.putIfAbsent(term, word);
    terms.merge(term, weight, Math::max);
  }

  /**
   * A single word asks for tests only in the plural or as a commit type: "test the login" does not.
   */
  private void want(String word, boolean asType) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.matches("tests|unittests?|testcases?")
        || asType && lower.matches("test(ing)?|spec")) {
      wanted.add(PathKind.TEST);
    } else if (lower.matches("docs|readme|documentation|changelog")
        || asType && lower.equals("doc")) {
      wanted.add(PathKind.DOCUMENTATION);
    } else if (lower.matches("(?:example|sample)s?|demo")) {
      wanted.add(PathKind.EXAMPLE);
    } else if (lower.matches("benchmarks?|bench")) {
      wanted.add(PathKind.BENCHMARK);
    }
  }
}
