package dev.conclave.activities.search.source;

import java.util.List;

/**
 * A text as code, comments and strings, each as long as the text, with spaces where another layer
 * speaks; told apart in one pass by the few marks that most languages share. A string that does not
 * end on its line ends there, so that a misread quote costs one line and not the file.
 */
public final class SourceLayers {
  private static final Syntax SLASHES =
      new Syntax(List.of("//"), "/*", "*/", "\"", List.of("\"\"\"", "`"), false);
  private static final Syntax SCRIPT =
      new Syntax(List.of("//"), "/*", "*/", "\"'", List.of("`"), false);
  private static final Syntax PHP =
      new Syntax(List.of("//", "#"), "/*", "*/", "\"'", List.of(), false);
  private static final Syntax HASH =
      new Syntax(List.of("#"), "\n=begin", "\n=end", "\"'", List.of("\"\"\"", "'''"), true);
  private static final Syntax MARKUP = new Syntax(List.of(), "<!--", "-->", "", List.of(), false);

  /**
   * How a language writes comments and strings.
   *
   * @param quotes characters that begin and end a string within a line
   * @param longQuotes what begins and ends a string over several lines
   * @param documenting whether those are documentation
   */
  private record Syntax(
      List<String> lineComments,
      String blockOpen,
      String blockClose,
      String quotes,
      List<String> longQuotes,
      boolean documenting) {

    static Syntax of(Language language) {
      return switch (language) {
        case JAVA, KOTLIN, RUST, GO, C, CPP, CSHARP -> SLASHES;
        case JAVASCRIPT, TYPESCRIPT, STYLE -> SCRIPT;
        case PHP -> PHP;
        case PYTHON, RUBY, SHELL, CONFIGURATION, OTHER -> HASH;
        case MARKUP, PROSE -> MARKUP;
      };
    }
  }

  private final String text;
  private final Syntax syntax;
  private final char[] code;
  private final char[] comments;
  private final char[] strings;
  private int at;

  private SourceLayers(String text, Syntax syntax) {
    this.text = text;
    this.syntax = syntax;
    this.code = new char[text.length()];
    for (int i = 0; i < code.length; i++) {
      code[i] = text.charAt(i) == '\n' ? '\n' : ' ';
    }
    this.comments = code.clone();
    this.strings = code.clone();
  }

  static SourceLayers of(String text, Language language) {
    SourceLayers layers = new SourceLayers(text, Syntax.of(language));
    while (layers.at < text.length()) {
      layers.step();
    }
    return layers;
  }

  /** Without comments and the content of strings. */
  public String code() {
    return new String(code);
  }

  /** What comments and documentation strings say. */
  public String comments() {
    return new String(comments);
  }

  /** What string literals say. */
  public String strings() {
    return new String(strings);
  }

  /** Code and strings, without comments. */
  String uncommented() {
    char[] merged = code.clone();
    for (int i = 0; i < merged.length; i++) {
      merged[i] = merged[i] == ' ' ? strings[i] : merged[i];
    }
    return new String(merged);
  }

  private void step() {
    if (startsLineComment()) {
      copyTo(comments, text.indexOf('\n', at), 0);
      return;
    }
    if (text.startsWith(syntax.blockOpen, at)) {
      int end = text.indexOf(syntax.blockClose, at + syntax.blockOpen.length());
      copyTo(comments, end, syntax.blockClose.length());
      return;
    }
    for (String quote : syntax.longQuotes) {
      if (text.startsWith(quote, at)) {
        copyTo(syntax.documenting ? comments : strings, closing(quote, false), quote.length());
        return;
      }
    }
    boolean quoted = syntax.quotes.indexOf(text.charAt(at)) >= 0;
    copyTo(quoted ? strings : code, quoted ? closing(text.substring(at, at + 1), true) : at, 1);
  }

  private boolean startsLineComment() {
    for (String open : syntax.lineComments) {
      if (text.startsWith(open, at)) {
        char before = at > 0 ? text.charAt(at - 1) : '\n';
        // A hash inside a word is no comment, nor is the double slash of an address.
        return open.equals("#") ? Character.isWhitespace(before) : before != ':';
      }
    }
    return false;
  }

  /** Where a quote is closed, a line end at the latest for one that is kept to its line. */
  private int closing(String quote, boolean line) {
    int i = at + quote.length();
    while (i < text.length() && !text.startsWith(quote, i)) {
      if (line && text.charAt(i) == '\n') {
        return i - 1;
      }
      i += text.charAt(i) == '\\' && !text.startsWith("\n", i + 1) ? 2 : 1;
    }
    return i;
  }

  /** Up to an end and what closes there; to the end of the text when there is none. */
  private void copyTo(char[] layer, int end, int closing) {
    int stop = end < 0 ? text.length() : Math.min(text.length(), end + closing);
    text.getChars(at, stop, layer, at);
    at = stop;
  }
}
