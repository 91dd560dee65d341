package dev.conclave.activities.search.symbols;

import dev.conclave.activities.search.source.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Reads a file lightly: line by line, by patterns, without a grammar. It sees what people define at
 * the start of a line and misses what only a compiler could tell. It never fails.
 */
public final class SourceParser {
  private static final int LONGEST_LINE = 600;
  private static final int MOST_SYMBOLS = 2000;

  private SourceParser() {}

  /** Parses a text whose lines end in {@code \n}. */
  public static ParsedSource parse(String path, String text) {
    Language language = Language.of(path, text);
    Layers layers = LayerScanner.scan(text, Syntax.of(language));
    if (!language.isCode()) {
      return new ParsedSource(language, layers, List.of(), List.of());
    }
    return new ParsedSource(
        language,
        layers,
        symbols(language, layers.code()),
        ImportRules.imports(language, layers.uncommented()));
  }

  /** Only what is code, comment and string of a text whose lines end in {@code \n}. */
  public static Layers layers(String path, String text) {
    return LayerScanner.scan(text, Syntax.of(Language.of(path, text)));
  }

  private static List<Symbol> symbols(Language language, String code) {
    List<SymbolRule> rules = SymbolRules.of(language);
    List<Symbol> symbols = new ArrayList<>();
    int number = 0;
    for (int start = 0; start < code.length() && symbols.size() < MOST_SYMBOLS; ) {
      int end = code.indexOf('\n', start);
      end = end < 0 ? code.length() : end;
      number++;
      if (end - start > 3 && end - start <= LONGEST_LINE) {
        symbol(rules, code.substring(start, end).stripTrailing(), number).ifPresent(symbols::add);
      }
      start = end + 1;
    }
    return List.copyOf(symbols);
  }

  private static Optional<Symbol> symbol(List<SymbolRule> rules, String line, int number) {
    for (SymbolRule rule : rules) {
      Matcher matcher = rule.line().matcher(line);
      if (matcher.find()) {
        return Optional.of(new Symbol(matcher.group("name"), rule.kind(), number));
      }
    }
    return Optional.empty();
  }
}
