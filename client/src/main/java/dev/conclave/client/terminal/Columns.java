package dev.conclave.client.terminal;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.WCWidth;

/** Measures text in terminal columns: two for an ideograph or emoji, none for a combining mark. */
public final class Columns {
  private static final Pattern COMMAND = Pattern.compile("`[^`\n]*\\bconclave [^`\n]*`");

  private Columns() {}

  public static int of(String text) {
    return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
  }

  public static String pad(String text, int width, boolean right) {
    String spaces = " ".repeat(Math.max(0, width - of(text)));
    return right ? spaces + text : text + spaces;
  }

  /** Truncates a line to a width, with an ellipsis. */
  public static String fit(String line, int width) {
    return of(line) <= width ? line : head(line, width - 1).stripTrailing() + "…";
  }

  /** Wraps paragraphs between words; a word longer than a line is split. */
  public static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : text.split("\n", -1)) {
      wrapParagraph(paragraph, Math.max(2, width), lines);
    }
    return lines;
  }

  private static void wrapParagraph(String paragraph, int width, List<String> lines) {
    BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
    breaks.setText(paragraph);
    BitSet copied = new BitSet();
    for (Matcher command = COMMAND.matcher(paragraph); command.find(); ) {
      copied.set(command.start() + 1, command.end());
    }
    StringBuilder line = new StringBuilder();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      if (copied.get(end) || withinWord(paragraph, end)) {
        continue;
      }
      String piece = paragraph.substring(start, end);
      start = end;
      if (!line.isEmpty() && of(line + piece.stripTrailing()) > width) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
      }
      // Let the terminal wrap commands, so that they can be copied as one line.
      while (of(piece.stripTrailing()) > width && !COMMAND.matcher(piece).find()) {
        String head = head(piece, width);
        lines.add(head);
        piece = piece.substring(head.length());
      }
      line.append(piece);
    }
    lines.add(line.toString().stripTrailing());
  }

  /** Whether a break would split a path, id, option or hyphenated word. */
  private static boolean withinWord(String text, int at) {
    return at < text.length() && isPlain(text.charAt(at - 1)) && isPlain(text.charAt(at));
  }

  private static boolean isPlain(char c) {
    return c > ' ' && c <= '~';
  }

  /** Returns the longest prefix that fits, at least one character. */
  private static String head(String text, int width) {
    String head = new AttributedString(text).columnSubSequence(0, width).toString();
    return head.isEmpty() ? text.substring(0, text.offsetByCodePoints(0, 1)) : head;
  }
}
