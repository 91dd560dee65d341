package dev.conclave.workflows.text;

import java.nio.charset.StandardCharsets;

/** Truncates texts to a length in characters (code points), for display, prompts and records. */
public final class Cut {
  /** Characters of a word that is left out rather than divided. */
  private static final int LONGEST_WORD = 20;

  private Cut() {}

  /** Truncates to {@code most} characters, including an ellipsis, where possible after a word. */
  public static String shorten(String text, int most) {
    if (fits(text, most)) {
      return text;
    }
    String head = head(text, most - 1);
    int space = head.lastIndexOf(' ');
    boolean whole = space > 0 && space >= head.length() - LONGEST_WORD;
    return (whole && text.charAt(head.length()) != ' ' ? head.substring(0, space) : head) + "…";
  }

  /** Truncates to {@code most} characters, without an ellipsis. */
  public static String head(String text, int most) {
    return fits(text, most) ? text : text.substring(0, text.offsetByCodePoints(0, most));
  }

  /** Returns the first whole lines that fit into this many bytes of UTF-8. */
  public static String lines(String text, int bytes) {
    StringBuilder lines = new StringBuilder();
    int left = bytes;
    for (String line : text.strip().split("\n", -1)) {
      left -= line.getBytes(StandardCharsets.UTF_8).length + 1;
      if (left < 0 || text.isBlank()) {
        break;
      }
      lines.append(line).append('\n');
    }
    return lines.toString();
  }

  private static boolean fits(String text, int most) {
    return text.length() <= most || text.codePointCount(0, text.length()) <= most;
  }
}
