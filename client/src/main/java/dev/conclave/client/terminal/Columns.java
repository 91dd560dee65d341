package dev.conclave.client.terminal;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;

/** Text measured in terminal columns: an ideograph or an emoji takes two. */
final class Columns {
  private Columns() {}

  static int of(String text) {
    return new AttributedString(text).columnLength();
  }

  /** Fills with spaces up to a width. */
  static String pad(String text, int width, boolean right) {
    String spaces = " ".repeat(Math.max(0, width - of(text)));
    return right ? spaces + text : text + spaces;
  }

  /** Cuts a line to a width, with an ellipsis where something is lost. */
  static String fit(String line, int width) {
    return of(line) <= width ? line : head(line, width - 1) + "…";
  }

  /** Breaks a text into lines of at most {@code width} columns. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : text.split("\n", -1)) {
      wrapParagraph(paragraph, Math.max(2, width), lines);
    }
    return lines;
  }

  private static void wrapParagraph(String paragraph, int width, List<String> lines) {
    BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
    breaks.setText(paragraph);
    StringBuilder line = new StringBuilder();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
      String piece = paragraph.substring(start, end);
      if (of(line + piece.stripTrailing()) > width && !line.isEmpty()) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
      }
      while (of(piece.stripTrailing()) > width) {
        String head = head(piece, width);
        lines.add(head);
        piece = piece.substring(head.length());
      }
      line.append(piece);
    }
    lines.add(line.toString().stripTrailing());
  }

  private static String head(String text, int width) {
    String head = new AttributedString(text).columnSubSequence(0, width).toString();
    // A character wider than the space left: better one column over than an endless loop.
    return head.isEmpty() ? text.substring(0, text.offsetByCodePoints(0, 1)) : head;
  }
}
