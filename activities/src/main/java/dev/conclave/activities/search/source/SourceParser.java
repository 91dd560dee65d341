package dev.conclave.activities.search.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a file lightly: line by line, by patterns that all languages share, without a grammar. It
 * sees what people define at the start of a line, and takes some calls for definitions: enough to
 * rank files. {@link Outline} is exact, and ten times slower. It never fails.
 */
public final class SourceParser {
  private static final int LONGEST_LINE = 600;
  private static final int MOST = 2000;

  /** Words that look like a type or a name before a parenthesis and are neither. */
  private static final String NO_CALL =
      "(?!(?:return|new|else|throw|await|yield|case|goto|delete|assert|if|for|while|switch|catch"
          + "|using|lock|sizeof|typeof|in|not|and|or|do|try|print|echo|function|super|raise|elif"
          + "|lambda|func|match|defer|go|range|unless|until|when|puts|import|from|with|select)\\b)";

  private static final String MODIFIERS =
      "(?:(?:@\\w+(?:\\([^)]*\\))?|\\[[^\\]]*\\]|template\\s*<.*>|pub(?:\\([^)]*\\))?|\\w+)\\s+){0,6}?";

  /** What defines a name, in this order; the first that fits a line wins. */
  private static final Map<Pattern, Symbol.Kind> DEFINITIONS =
      ordered(
          Symbol.Kind.TYPE,
          "^\\s*"
              + MODIFIERS
              + "(?:class|interface|@interface|enum(?:\\s+(?:class|struct))?|struct|record|object|trait"
              + "|union|typealias|type|namespace|module|mod|concept)\\s+(?:[A-Z_]{3,}\\s+)?"
              + "(?:\\w+::)*(?<name>[\\p{L}_$][\\w$]*)(?!\\w|\\s*[;*&)]|\\s+\\w+\\s*[;=,()\\[])",
          "^\\t(?<name>[A-Z]\\w*)\\s+(?:struct|interface)\\s*\\{",
          "^\\s*(?:\\}|typedef\\b.*[\\s*])\\s*(?<name>[A-Za-z_]\\w+)\\s*;",
          "^\\s*using\\s+(?<name>\\w+)\\s*=",
          Symbol.Kind.FUNCTION,
          "(?:^func\\s+(?:\\([^)]*\\)\\s*)?"
              + "|\\b(?:def|fn|fun|function|macro_rules!)(?:\\s*\\*\\s*|\\s+&?)(?:<[^>]+>\\s*)?(?:[\\w.<>?, ]+\\.)?)"
              + "(?<name>[\\w$]+[?!=]?)",
          "^\\s*(?:(?:export\\s+)?(?:const|let|var)\\s+|(?:[\\w$]+\\.)+)(?<name>[\\w$]+)\\s*(?::[^=]+)?="
              + "\\s*(?:async\\b\\s*)?(?:function\\b|\\([^)]*\\)\\s*(?::[^=]+)?=>|\\w+\\s*=>)",
          "^\\s*"
              + NO_CALL
              + "(?:[\\w.$:*&<>,\\[\\]?@]+\\s+)*"
              + NO_CALL
              + "(?:\\w+::)*(?<name>[~\\w$#]+)\\s*(?:<[^>]*>)?\\((?!.*(?:=>|\\bfunction\\b[^{]*)\\s*\\{$)"
              + "[^;]*\\{\\s*\\}?$",
          "(?:^(?=[^;]*$)|^\\s+)(?:@\\w+(?:\\([^)]*\\))?\\s+)*(?:"
              + NO_CALL
              + "[\\w.$:]+(?:<[^()]{0,120}>)?(?:\\[\\])*[?*&]*\\s+[*&]*)+"
              + NO_CALL
              + "(?:\\w+::)*(?<name>~?[\\w$]+)\\s*\\((?!.*\\)\\s*[.?])",
          "^\\s*(?<name>[\\w:-]+)\\s*\\(\\s*\\)\\s*\\{?$",
          "^\\s*(?:attr_(?:accessor|reader|writer)|scope|has_many|belongs_to|task)\\s+:(?<name>\\w+)",
          Symbol.Kind.VALUE,
          "^\\s*#\\s*define\\s+(?<name>\\w+)",
          "^(?:[\\w<>*&]+(?:::\\w+)*(?:\\([^)]*\\))?[\\s*&]+)*(?<name>[A-Za-z_$][\\w$]*)"
              + "(?:\\[[^\\]]*\\])?\\s*(?::[^=]*)?=(?![=>]|\\s*require\\b)",
          "^(?:\\s+|exports\\.)(?<name>[A-Z][A-Z0-9_]+|(?<=exports\\.)[\\w$]+)\\s*=(?!=)",
          "^\\t(?<name>[A-Z]\\w*)(?:\\s+[\\w.\\[\\]*]+)?\\s*=",
          "^\\s+(?:(?:public|protected|private|internal|static|readonly|override|pub)\\s+(?:final\\s+)?"
              + "|va[lr]\\s+|const\\s+(?=(?:\\w+\\s+)?[A-Z_]+\\b))+(?:[\\w.<>\\[\\],? ]+\\s)?(?<name>\\w+)\\s*"
              + "(?::[^=]*)?(?:\\{|=|;)");

  /** What names another file; the first that fits a line wins. */
  private static final List<Pattern> IMPORTS =
      List.of(
          Pattern.compile("^\\s*#\\s*include\\s*[<\"](?<target>[^>\"]+)[>\"]"),
          Pattern.compile(
              "(?:\\b(?:from|import|require(?:_once|_relative)?|include(?:_once)?|load|autoload)\\b|^\\s*source\\b"
                  + "|^\\s*\\}\\s*from\\b)[^'\";]{0,60}['\"](?<target>[^'\"]+)['\"]"),
          Pattern.compile("^\\t(?:[\\w.]+\\s+)?\"(?<target>[\\w.~-]+(?:/[\\w.~-]+)*)\"$"),
          Pattern.compile("^\\s*(?:source|\\.)\\s+['\"]?(?<target>[^'\"\\s;=]+)"),
          Pattern.compile("^\\s*from\\s+(?<target>\\.+)\\s+import\\s+(?<name>\\w+)"),
          Pattern.compile("^\\s*from\\s+(?<target>\\.*\\w[\\w.]*)\\s+import\\b"),
          Pattern.compile(
              "^\\s*(?:global\\s+|pub(?:\\([^)]*\\))?\\s+)?(?:import|using|use|mod)\\s+"
                  + "(?:(?:static|function|const|type)\\s+|\\w+\\s*=\\s*)?"
                  + "(?<target>[\\w.$:\\\\]*\\w(?:\\.\\*)?)(?=\\s*(?:;|$|,|::|as\\b))"));

  private SourceParser() {}

  /**
   * What a file says of itself.
   *
   * @param imports what it takes from elsewhere, as it writes it
   */
  public record Parsed(
      Language language, SourceLayers layers, List<Symbol> symbols, List<String> imports) {}

  /** Parses a text whose lines end in {@code \n}. */
  public static Parsed parse(String path, String text) {
    Language language = Language.of(path, text);
    SourceLayers layers = SourceLayers.of(text, language);
    List<Symbol> symbols = new ArrayList<>();
    List<String> imports = new ArrayList<>();
    if (language.isCode()) {
      String[] code = layers.code().split("\n", -1);
      String[] uncommented = layers.uncommented().split("\n", -1);
      for (int i = 0; i < code.length && symbols.size() < MOST; i++) {
        if (uncommented[i].length() <= LONGEST_LINE && !uncommented[i].isBlank()) {
          symbol(code[i].stripTrailing(), i + 1).ifPresent(symbols::add);
          target(uncommented[i]).ifPresent(imports::add);
        }
      }
    }
    return new Parsed(language, layers, List.copyOf(symbols), List.copyOf(imports));
  }

  private static Optional<Symbol> symbol(String line, int number) {
    for (Map.Entry<Pattern, Symbol.Kind> definition : DEFINITIONS.entrySet()) {
      Matcher matcher = definition.getKey().matcher(line);
      if (matcher.find()) {
        return Optional.of(new Symbol(matcher.group("name"), definition.getValue(), number));
      }
    }
    return Optional.empty();
  }

  /** What a line of code imports, as it writes it. */
  public static Optional<String> target(String line) {
    for (Pattern pattern : IMPORTS) {
      Matcher matcher = pattern.matcher(line.stripTrailing());
      if (matcher.find()) {
        String target = matcher.group("target");
        boolean dotsOnly = pattern.pattern().contains("<name>");
        return Optional.of(dotsOnly ? target + matcher.group("name") : target);
      }
    }
    return Optional.empty();
  }

  /** Patterns, each with the kind before it. */
  private static Map<Pattern, Symbol.Kind> ordered(Object... kindsAndPatterns) {
    Map<Pattern, Symbol.Kind> ordered = new LinkedHashMap<>();
    Symbol.Kind kind = Symbol.Kind.TYPE;
    for (Object one : kindsAndPatterns) {
      if (one instanceof Symbol.Kind next) {
        kind = next;
      } else {
        ordered.put(Pattern.compile(one.toString()), kind);
      }
    }
    return ordered;
  }
}
