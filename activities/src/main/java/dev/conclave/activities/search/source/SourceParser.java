package dev.conclave.activities.search.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a file without a grammar: separates code, comments and strings by common marks, and finds
 * definitions and imports by patterns on single lines. It takes some calls for definitions, which
 * is good enough for ranking; {@link Outline} is exact but ten times slower. Never fails.
 */
public final class SourceParser {
  private static final int LONGEST_LINE = 600;
  private static final int MOST = 2000;

  /** Start of a comment or string; excludes a hash inside a word and the slashes of a URL. */
  private static final Pattern SLASHES = Pattern.compile("(?<!:)//|/\\*|\"\"\"|[`\"]");

  private static final Pattern SCRIPT = Pattern.compile("(?<!:)//|/\\*|[`\"']");
  private static final Pattern PHP = Pattern.compile("(?<!:)//|(?<!\\S)#|/\\*|[\"']");
  private static final Pattern HASH =
      Pattern.compile("(?<!\\S)#|\n=begin|\"\"\"|'''|[\"']", Pattern.DOTALL);
  private static final Pattern MARKUP = Pattern.compile("<!--");

  private static final Map<String, String> BLOCKS =
      Map.of("/*", "*/", "<!--", "-->", "\n=begin", "\n=end");

  /** Keywords that look like a type or name before a parenthesis. */
  private static final String NO_CALL =
      "(?!(?:return|new|else|throw|await|yield|case|goto|delete|assert|if|for|while|switch|catch"
          + "|using|lock|sizeof|typeof|in|not|and|or|do|try|print|echo|function|super|raise|elif"
          + "|lambda|func|match|defer|go|range|unless|until|when|puts|import|from|with|select)\\b)";

  /** Patterns for definitions; the first match on a line counts. */
  private static final Map<Pattern, Symbol.Kind> DEFINITIONS = new LinkedHashMap<>();

  static {
    define(
        Symbol.Kind.TYPE,
        "^\\s*(?:(?:@\\w+(?:\\([^)]*\\))?|\\[[^\\]]*\\]|template\\s*<.*>|pub(?:\\([^)]*\\))?|\\w+)\\s+){0,6}?"
            + "(?:class|interface|@interface|enum(?:\\s+(?:class|struct))?|struct|record|object|trait"
            + "|union|typealias|type|namespace|module|mod|concept)\\s+(?:[A-Z_]{3,}\\s+)?"
            + "(?:\\w+::)*(?<name>[\\p{L}_$][\\w$]*)(?!\\w|\\s*[;*&)]|\\s+\\w+\\s*[;=,()\\[])",
        "^\\s*(?:\\}|typedef\\b.*[\\s*])\\s*(?<name>[A-Za-z_]\\w+)\\s*;");
    define(
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
            + "(?:\\w+::)*(?<name>~?[\\w$]+)\\s*\\((?!.*\\)\\s*[.?])");
    define(
        Symbol.Kind.VALUE,
        "^\\s*#\\s*define\\s+(?<name>\\w+)",
        "^(?:[\\w<>*&]+(?:::\\w+)*(?:\\([^)]*\\))?[\\s*&]+)*(?<name>[A-Za-z_$][\\w$]*)"
            + "(?:\\[[^\\]]*\\])?\\s*(?::[^=]*)?=(?![=>]|\\s*require\\b)",
        "^\\s+(?<name>[A-Z][A-Z0-9_]+)\\s*=(?!=)",
        "^\\s+(?:(?:public|protected|private|internal|static|readonly|override|pub)\\s+(?:final\\s+)?"
            + "|va[lr]\\s+|const\\s+(?=(?:\\w+\\s+)?[A-Z_]+\\b))+(?:[\\w.<>\\[\\],? ]+\\s)?(?<name>\\w+)\\s*"
            + "(?::[^=]*)?(?:\\{|=|;)");
  }

  /** Patterns for imports; the first match on a line counts. */
  private static final List<Pattern> IMPORTS =
      List.of(
          Pattern.compile("^\\s*#\\s*include\\s*[<\"](?<target>[^>\"]+)[>\"]"),
          Pattern.compile(
              "(?:\\b(?:from|import|require(?:_once|_relative)?|include(?:_once)?|load|autoload)\\b|^\\s*source\\b"
                  + "|^\\s*\\}\\s*from\\b)[^'\";]{0,60}['\"](?<target>[^'\"]+)['\"]"),
          Pattern.compile("^\\t(?:[\\w.]+\\s+)?\"(?<target>[\\w.~-]+(?:/[\\w.~-]+)*)\"$"),
          Pattern.compile("^\\s*(?:source|\\.)\\s+['\"]?(?<target>[^'\"\\s;=]+)"),
          Pattern.compile("^\\s*from\\s+(?<target>\\.*\\w[\\w.]*|\\.+)\\s+import\\b"),
          Pattern.compile(
              "^\\s*(?:global\\s+|pub(?:\\([^)]*\\))?\\s+)?(?:import|using|use|mod)\\s+"
                  + "(?:(?:static|function|const|type)\\s+|\\w+\\s*=\\s*)?"
                  + "(?<target>[\\w.$:\\\\]*\\w(?:\\.\\*)?)(?=\\s*(?:;|$|,|::|as\\b))"));

  private SourceParser() {}

  /** A file's text by kind, its symbols, and its imports as written. */
  public record ParsedSource(
      Language language,
      String code,
      String comments,
      String strings,
      List<Symbol> symbols,
      List<String> imports) {}

  /** Parses a text with {@code \n} line ends. */
  public static ParsedSource parse(String path, String text) {
    Language language = Language.of(path, text);
    Pattern marks = marks(language);
    StringBuilder code = new StringBuilder();
    StringBuilder uncommented = new StringBuilder();
    StringBuilder comments = new StringBuilder();
    StringBuilder strings = new StringBuilder();
    Matcher mark = marks.matcher(text);
    int at = 0;
    while (at < text.length() && mark.find(at)) {
      String open = mark.group();
      int end = end(text, mark.start(), open);
      String inside = text.substring(mark.start(), end);
      boolean string =
          "\"'`".indexOf(open.charAt(0)) >= 0 && !(marks == HASH && open.length() == 3);
      code.append(text, at, mark.start()).append(blank(inside));
      uncommented.append(text, at, mark.start()).append(string ? inside : blank(inside));
      (string ? strings : comments).append(inside).append('\n');
      at = end;
    }
    code.append(text, at, text.length());
    uncommented.append(text, at, text.length());
    List<Symbol> symbols = new ArrayList<>();
    List<String> imports = new ArrayList<>();
    if (language.isCode()) {
      String[] lines = code.toString().split("\n", -1);
      String[] withStrings = uncommented.toString().split("\n", -1);
      for (int i = 0; i < lines.length && symbols.size() < MOST; i++) {
        if (withStrings[i].length() <= LONGEST_LINE && !withStrings[i].isBlank()) {
          symbol(lines[i].stripTrailing(), i + 1).ifPresent(symbols::add);
          target(withStrings[i]).ifPresent(imports::add);
        }
      }
    }
    return new ParsedSource(
        language, code.toString(), comments.toString(), strings.toString(), symbols, imports);
  }

  private static Pattern marks(Language language) {
    return switch (language) {
      case JAVA, KOTLIN, RUST, GO, C, CPP, CSHARP -> SLASHES;
      case JAVASCRIPT, TYPESCRIPT, STYLE -> SCRIPT;
      case PHP -> PHP;
      case PYTHON, RUBY, SHELL, CONFIGURATION, OTHER -> HASH;
      case MARKUP, PROSE -> MARKUP;
    };
  }

  /** Keeps line ends, so that line numbers stay the same. */
  private static String blank(String inside) {
    return " " + "\n".repeat((int) inside.chars().filter(c -> c == '\n').count());
  }

  /**
   * Returns the end of a comment or string. An unterminated string ends with its line, to limit the
   * effect of a misread quote.
   */
  private static int end(String text, int from, String open) {
    if (open.equals("//") || open.equals("#")) {
      int end = text.indexOf('\n', from);
      return end < 0 ? text.length() : end;
    }
    int at = from + open.length();
    String close = BLOCKS.get(open);
    if (close != null) {
      int end = text.indexOf(close, at);
      return end < 0 ? text.length() : end + close.length();
    }
    boolean lines = open.length() == 3 || open.equals("`");
    while (at < text.length() && !text.startsWith(open, at)) {
      if (!lines && text.charAt(at) == '\n') {
        return at;
      }
      at += text.charAt(at) == '\\' && !text.startsWith("\n", at + 1) ? 2 : 1;
    }
    return Math.min(text.length(), at + open.length());
  }

  private static Optional<Symbol> symbol(String line, int number) {
    Effort read = new Effort(line);
    for (Map.Entry<Pattern, Symbol.Kind> definition : DEFINITIONS.entrySet()) {
      Matcher matcher = definition.getKey().matcher(read);
      if (read.matched(matcher)) {
        return Optional.of(new Symbol(matcher.group("name"), definition.getValue(), number));
      }
    }
    return Optional.empty();
  }

  /** Returns the import target of a line of code, as written. */
  public static Optional<String> target(String line) {
    Effort read = new Effort(line.stripTrailing());
    return IMPORTS.stream()
        .map(pattern -> pattern.matcher(read))
        .filter(read::matched)
        .map(found -> found.group("target"))
        .findFirst();
  }

  /** A line with a read limit, which stops excessive backtracking. */
  private static final class Effort implements CharSequence {
    private static final int LEAST = 4_000;
    private static final int PER_CHARACTER = 100;

    private final String line;
    private int left;

    Effort(String line) {
      this.line = line;
      this.left = LEAST + PER_CHARACTER * line.length();
    }

    boolean matched(Matcher matcher) {
      try {
        return matcher.find();
      } catch (IndexOutOfBoundsException spent) {
        return false;
      }
    }

    @Override
    public char charAt(int index) {
      return line.charAt(left-- > 0 ? index : -1);
    }

    @Override
    public int length() {
      return line.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return line.substring(start, end);
    }

    @Override
    public String toString() {
      return line;
    }
  }

  private static void define(Symbol.Kind kind, String... patterns) {
    for (String pattern : patterns) {
      DEFINITIONS.put(Pattern.compile(pattern), kind);
    }
  }
}
