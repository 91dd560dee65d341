package dev.conclave.activities.planning;

import dev.conclave.workflows.temporal.Cut;

/** Free text as one line of bounded length. */
public final class OneLine {
  private static final int LONGEST = 400;

  private OneLine() {}

  public static String of(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return Cut.shown(line, LONGEST);
  }

  public static String or(String text, String otherwise) {
    String line = of(text);
    return line.isEmpty() ? otherwise : line;
  }
}
