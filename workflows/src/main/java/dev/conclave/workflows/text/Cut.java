package dev.conclave.workflows.text;

import java.nio.charset.StandardCharsets;

/** Texts cut to a length in characters (code points), for people, prompts and records. */
public final class Cut {
  private Cut() {}

  /** The text, or its beginning and an ellipsis: at most {@code most} characters in all. */
  public static String shown(String text, int most) {
    return fits(text, most) ? text : head(text, most - 1) + "…";
  }

  /** The text, or the beginning of it: at most {@code most} characters. */
  public static String head(String text, int most) {
    return fits(text, most) ? text : text.substring(0, text.offsetByCodePoints(0, most));
  }

  /** As many whole lines of a text as fit into so many bytes of UTF-8. */
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
