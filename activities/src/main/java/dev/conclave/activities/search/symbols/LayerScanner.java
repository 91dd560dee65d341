package dev.conclave.activities.search.symbols;

import java.util.Arrays;

/**
 * Separates a text into code, comments and strings in one pass. It never fails: a string that does
 * not end on its line ends there, so that a misread quote costs one line and not the file.
 */
final class LayerScanner {
  private static final String BEFORE_REGEX = "(,=:[!&|?{};+\n";

  private final String text;
  private final Syntax syntax;
  private final char[] code;
  private final char[] comments;
  private final char[] strings;
  private int at;

  private LayerScanner(String text, Syntax syntax) {
    this.text = text;
    this.syntax = syntax;
    this.code = blank(text);
    this.comments = code.clone();
    this.strings = code.clone();
  }

  static Layers scan(String text, Syntax syntax) {
    LayerScanner scanner = new LayerScanner(text, syntax);
    while (scanner.at < text.length()) {
      scanner.step();
    }
    return new Layers(
        new String(scanner.code), new String(scanner.comments), new String(scanner.strings));
  }

  private void step() {
    if (startsLineComment()) {
      copyTo(comments, lineEnd());
    } else if (!syntax.blockOpen().isEmpty() && text.startsWith(syntax.blockOpen(), at)) {
      copyTo(comments, blockEnd());
    } else if (!startsLongString() && !startsString() && !startsRegex()) {
      code[at] = text.charAt(at);
      at++;
    }
  }

  private boolean startsLineComment() {
    for (String open : syntax.lineComments()) {
      if (text.startsWith(open, at)) {
        // In shells, Ruby and the like a hash inside a word is no comment; PHP's #[ is an
        // attribute.
        boolean hash = open.equals("#");
        boolean inWord = at > 0 && !Character.isWhitespace(text.charAt(at - 1));
        boolean attribute = text.startsWith("#[", at) && syntax.lineComments().size() > 1;
        return !(hash && (inWord || attribute)) && !isUrl(open);
      }
    }
    return false;
  }

  private boolean isUrl(String open) {
    return open.equals("//") && at > 0 && text.charAt(at - 1) == ':';
  }

  private boolean startsLongString() {
    for (String quote : syntax.longQuotes()) {
      if (text.startsWith(quote, at)) {
        int end = at + quote.length();
        while (end < text.length() && !text.startsWith(quote, end)) {
          end += text.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(text.length(), end + quote.length());
        copyTo(syntax.longQuotesAreComments() ? comments : strings, end);
        return true;
      }
    }
    return false;
  }

  private boolean startsString() {
    char quote = text.charAt(at);
    if (quote == '\'' && syntax.charLiterals()) {
      int end = charLiteralEnd();
      if (end > at) {
        copyTo(strings, end);
        return true;
      }
      return false;
    }
    if (syntax.quotes().indexOf(quote) < 0) {
      return false;
    }
    copyTo(strings, closing(quote, at + 1));
    return true;
  }

  private int charLiteralEnd() {
    int close = text.indexOf('\'', at + 1);
    boolean escaped = at + 1 < text.length() && text.charAt(at + 1) == '\\';
    if (escaped && at + 3 < text.length()) {
      close = text.indexOf('\'', at + 3);
    }
    boolean fits = close == at + 2 || (escaped && close > 0 && close - at <= 10);
    return fits ? close + 1 : at;
  }

  private boolean startsRegex() {
    if (!syntax.regexLiterals() || text.charAt(at) != '/') {
      return false;
    }
    int before = at - 1;
    while (before >= 0 && text.charAt(before) == ' ') {
      before--;
    }
    if (before >= 0 && BEFORE_REGEX.indexOf(text.charAt(before)) < 0) {
      return false;
    }
    int end = closing('/', at + 1);
    if (text.charAt(end - 1) != '/' || end - at < 3) {
      return false;
    }
    copyTo(strings, end);
    return true;
  }

  private int closing(char quote, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) != quote && text.charAt(i) != '\n') {
      i += text.charAt(i) == '\\' && i + 1 < text.length() && text.charAt(i + 1) != '\n' ? 2 : 1;
    }
    boolean closed = i < text.length() && text.charAt(i) == quote;
    return Math.min(text.length(), closed ? i + 1 : i);
  }

  private int blockEnd() {
    int depth = 1;
    int i = at + syntax.blockOpen().length();
    while (i < text.length()) {
      if (text.startsWith(syntax.blockClose(), i)) {
        i += syntax.blockClose().length();
        if (--depth == 0) {
          return i;
        }
      } else if (syntax.nested() && text.startsWith(syntax.blockOpen(), i)) {
        depth++;
        i += syntax.blockOpen().length();
      } else {
        i++;
      }
    }
    return text.length();
  }

  private int lineEnd() {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  private void copyTo(char[] layer, int end) {
    int stop = Math.max(end, at + 1);
    for (; at < stop && at < text.length(); at++) {
      layer[at] = text.charAt(at);
    }
  }

  private static char[] blank(String text) {
    char[] blank = new char[text.length()];
    Arrays.fill(blank, ' ');
    for (int i = 0; i < blank.length; i++) {
      if (text.charAt(i) == '\n') {
        blank[i] = '\n';
      }
    }
    return blank;
  }
}
