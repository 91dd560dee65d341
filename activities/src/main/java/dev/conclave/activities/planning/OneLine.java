package dev.conclave.activities.planning;

import dev.conclave.workflows.wire.Cut;

/** Free text as one line of bounded length. */
final class OneLine {
  private static final int LONGEST = 400;

  private OneLine() {}

  static String of(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return Cut.shown(line, LONGEST);
  }

  static String or(String text, String otherwise) {
    String line = of(text);
    return line.isEmpty() ? otherwise : line;
  }
}
