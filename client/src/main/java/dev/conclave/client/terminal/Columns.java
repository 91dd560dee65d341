package dev.conclave.client.terminal;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.WCWidth;

/**
 * Text measured in terminal columns: an ideograph or an emoji takes two, a mark that combines takes
 * none. What a reader takes for one character (a family of emoji, a flag, a letter with its accent)
 * is measured as one and never cut apart.
 */
public final class Columns {
  private static final Pattern CHARACTER = Pattern.compile("\\X");
  private static final Pattern COMMAND = Pattern.compile("`[^`\n]*\\bconclave [^`\n]*`");
  private static final Pattern DASHES = Pattern.compile("[`(\"]?-+");
  private static final int JOINER = 0x200d;
  private static final int AS_EMOJI = 0xfe0f;

  private Columns() {}

  public static int of(String text) {
    if (text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      return text.length();
    }
    int columns = 0;
    for (Matcher character = CHARACTER.matcher(text); character.find(); ) {
      columns += ofOne(character.group());
    }
    return columns;
  }

  /** Fills with spaces up to a width. */
  public static String pad(String text, int width, boolean right) {
    String spaces = " ".repeat(Math.max(0, width - of(text)));
    return right ? spaces + text : text + spaces;
  }

  /** Cuts a line to a width, with an ellipsis where something is lost. */
  public static String fit(String line, int width) {
    return of(line) <= width ? line : head(line, width - 1).stripTrailing() + "…";
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
    BitSet whole = characterEnds(paragraph);
    BitSet copied = copied(paragraph);
    StringBuilder line = new StringBuilder();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      if (!whole.get(end) || copied.get(end) || withinWord(paragraph, end)) {
        continue; // within an emoji, a line for copying, a path
      }
      String piece = paragraph.substring(start, end);
      if (DASHES.matcher(piece).matches() && end < paragraph.length()) {
        continue; // they belong to the option behind them
      }
      start = end;
      if (!line.isEmpty() && of(line + piece.stripTrailing()) > width) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
      }
      // A line for copying is left to the terminal, which knows that it is one.
      while (of(piece.stripTrailing()) > width && !COMMAND.matcher(piece).find()) {
        String head = head(piece, width);
        lines.add(head);
        piece = piece.substring(head.length());
      }
      line.append(piece);
    }
    lines.add(line.toString().stripTrailing());
  }

  /** Where a command stands that a reader will copy. */
  private static BitSet copied(String text) {
    BitSet copied = new BitSet(text.length() + 1);
    for (Matcher command = COMMAND.matcher(text); command.find(); ) {
      copied.set(command.start() + 1, command.end());
    }
    return copied;
  }

  /** A path, an id or a word with a hyphen is read, and copied, in one piece. */
  private static boolean withinWord(String text, int at) {
    return at < text.length() && isPlain(text.charAt(at - 1)) && isPlain(text.charAt(at));
  }

  private static boolean isPlain(char c) {
    return c > ' ' && c <= '~';
  }

  /** As much of the start as fits; at least one character, or whoever cuts would never end. */
  private static String head(String text, int width) {
    int columns = 0;
    Matcher character = CHARACTER.matcher(text);
    while (character.find()) {
      columns += ofOne(character.group());
      if (columns > width && character.start() > 0) {
        return text.substring(0, character.start());
      }
      if (columns > width) {
        return character.group();
      }
    }
    return text;
  }

  private static BitSet characterEnds(String text) {
    BitSet ends = new BitSet(text.length() + 1);
    for (Matcher character = CHARACTER.matcher(text); character.find(); ) {
      ends.set(character.end());
    }
    return ends;
  }

  private static int ofOne(String character) {
    int sum = character.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
    boolean single = character.codePointCount(0, character.length()) == 1;
    return !single && character.codePoints().anyMatch(Columns::makesEmoji)
        ? Math.min(2, sum + 1)
        : sum;
  }

  /**
   * What makes one picture of several code points: joiner, emoji style, a flag's letter, a tone.
   */
  private static boolean makesEmoji(int c) {
    return c == JOINER
        || c == AS_EMOJI
        || (c >= 0x1f1e6 && c <= 0x1f1ff)
        || (c >= 0x1f3fb && c <= 0x1f3ff);
  }
}
