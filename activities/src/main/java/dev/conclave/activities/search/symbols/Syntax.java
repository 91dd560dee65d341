package dev.conclave.activities.search.symbols;

import dev.conclave.activities.search.source.Language;
import java.util.List;

/**
 * How a language writes comments and strings.
 *
 * @param lineComments what begins a comment that ends with the line
 * @param blockOpen what begins a comment that ends with {@code blockClose}; empty when there is
 *     none
 * @param nested whether such comments nest
 * @param quotes characters that begin and end a string within a line
 * @param longQuotes what begins and ends a string over several lines
 * @param longQuotesAreComments whether those are documentation
 * @param charLiterals whether {@code '} quotes one character
 * @param regexLiterals whether {@code /} may begin a literal
 */
record Syntax(
    List<String> lineComments,
    String blockOpen,
    String blockClose,
    boolean nested,
    String quotes,
    List<String> longQuotes,
    boolean longQuotesAreComments,
    boolean charLiterals,
    boolean regexLiterals) {

  private static final Syntax C_LIKE = cLike(List.of(), false);
  private static final Syntax JVM = cLike(List.of("\"\"\""), false);
  private static final Syntax NESTING = cLike(List.of("\"\"\""), true);
  private static final Syntax GO = cLike(List.of("`"), false);
  private static final Syntax SCRIPT =
      new Syntax(List.of("//"), "/*", "*/", false, "\"'", List.of("`"), false, false, true);
  private static final Syntax PHP =
      new Syntax(List.of("//", "#"), "/*", "*/", false, "\"'", List.of(), false, false, false);
  private static final Syntax PYTHON =
      new Syntax(List.of("#"), "", "", false, "\"'", List.of("\"\"\"", "'''"), true, false, false);
  private static final Syntax RUBY =
      new Syntax(List.of("#"), "\n=begin", "\n=end", false, "\"'", List.of(), false, false, false);
  private static final Syntax HASH =
      new Syntax(List.of("#"), "", "", false, "\"'", List.of(), false, false, false);
  private static final Syntax MARKUP =
      new Syntax(List.of(), "<!--", "-->", false, "", List.of(), false, false, false);
  private static final Syntax STYLE =
      new Syntax(List.of("//"), "/*", "*/", false, "\"'", List.of(), false, false, false);

  static Syntax of(Language language) {
    return switch (language) {
      case JAVA -> JVM;
      case KOTLIN, RUST -> NESTING;
      case GO -> GO;
      case C, CPP, CSHARP -> C_LIKE;
      case JAVASCRIPT, TYPESCRIPT -> SCRIPT;
      case PHP -> PHP;
      case PYTHON -> PYTHON;
      case RUBY -> RUBY;
      case SHELL, CONFIGURATION, OTHER -> HASH;
      case MARKUP, PROSE -> MARKUP;
      case STYLE -> STYLE;
    };
  }

  private static Syntax cLike(List<String> longQuotes, boolean nested) {
    return new Syntax(List.of("//"), "/*", "*/", nested, "\"", longQuotes, false, true, false);
  }
}
