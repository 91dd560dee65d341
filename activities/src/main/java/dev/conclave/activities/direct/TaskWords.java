package dev.conclave.activities.direct;

import dev.conclave.activities.search.symbols.Symbol;
import dev.conclave.activities.search.text.Identifiers;
import dev.conclave.activities.search.text.Stems;
import dev.conclave.activities.search.text.Terms;
import dev.conclave.activities.search.text.Vocabulary;
import dev.conclave.workflows.wire.Cut;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a task names, as opposed to what it merely says: identifiers by themselves, other words only
 * where a name is made of them. Its verbs name nothing.
 */
final class TaskWords {
  private static final int LONGEST_TASK = 20_000;
  private static final double NAMED = 10;

  /** Back quotes, or a call. */
  private static final Pattern CODE = Pattern.compile("`([^`\\n]{1,200})`|([\\w$]{2,80})\\(\\)");

  /** A sentence of several words in English begins with what is to be done. */
  private static final Pattern IMPERATIVE =
      Pattern.compile("(?:^|[.!?;\\n])[\\s*-]*(\\p{Alpha}+)(?= +\\S+ +\\S)");

  private final Set<String> identifiers = new HashSet<>();
  private final Map<String, String> words = new LinkedHashMap<>();

  /** What may be what is to be done, and may be what the sentence is about. */
  private final Set<String> first = new HashSet<>();

  /** The words of a task. */
  TaskWords(String task) {
    String text = Cut.head(task, LONGEST_TASK);
    Matcher code = CODE.matcher(text);
    while (code.find()) {
      Terms.tokens(code.group(), token -> identifiers.add(Identifiers.joined(token)));
    }
    Set<Integer> verbs = new HashSet<>();
    Matcher imperative = IMPERATIVE.matcher(text);
    while (imperative.find()) {
      verbs.add(imperative.start(1));
    }
    StringBuilder rest = new StringBuilder(text);
    verbs.forEach(start -> blankWord(rest, start));
    Terms.tokens(rest.toString(), this::add);
  }

  private void blankWord(StringBuilder text, int start) {
    int end = start;
    while (end < text.length() && Terms.isWord(text.charAt(end))) {
      end++;
    }
    String word = text.substring(start, end);
    if (Identifiers.parts(word).size() == 1) {
      if (!Vocabulary.isTaskVerb(Identifiers.joined(word))) {
        first.add(Identifiers.joined(word));
      }
      for (int i = start; i < end; i++) {
        text.setCharAt(i, ' ');
      }
    }
  }

  private void add(String token) {
    if (Terms.isCjk(token.charAt(0))) {
      Vocabulary.translate(token)
          .forEach((word, english) -> english.forEach(one -> words.put(Stems.of(one), one)));
      return;
    }
    List<String> parts = Identifiers.parts(token);
    if (parts.size() > 1) {
      identifiers.add(Identifiers.joined(token));
    }
    for (String part : parts) {
      boolean plain = Vocabulary.isStopWord(part) || Vocabulary.isTaskVerb(part);
      if (part.length() > 1 && !plain && !Character.isDigit(part.charAt(0))) {
        words.putIfAbsent(Stems.of(part), part);
      }
    }
  }

  /**
   * How much a task speaks of a symbol; 0 when it does not name it. A type is a thing and may be
   * named by one noun, also one that a sentence begins with ("Scheduler drops jobs"); a function
   * takes two words, for one is too often a verb or a word like any.
   */
  double naming(Symbol symbol) {
    if (identifiers.contains(Identifiers.joined(symbol.name()))) {
      return NAMED + (symbol.kind() == Symbol.Kind.TYPE ? 0.5 : 0);
    }
    Set<String> parts =
        Identifiers.parts(symbol.name()).stream().map(Stems::of).collect(Collectors.toSet());
    long said = parts.stream().filter(words::containsKey).count();
    boolean type = symbol.kind() == Symbol.Kind.TYPE;
    if (type && first.contains(Identifiers.joined(symbol.name()))) {
      return 1;
    }
    if (said == parts.size() && (type || said > 1)) {
      return said + (type ? 1.5 : 1);
    }
    return said > 1 && 2 * said >= parts.size() ? said : 0;
  }

  /** The words of the task that a text says, as the task writes them. */
  Set<String> saidIn(String text) {
    Set<String> said = new TreeSet<>();
    Terms.tokens(
        text,
        token ->
            Identifiers.parts(token).stream()
                .map(Stems::of)
                .filter(words::containsKey)
                .forEach(stem -> said.add(words.getOrDefault(stem, stem))));
    return said;
  }
}
