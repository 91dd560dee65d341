package dev.conclave.activities.planning;

/** Free text as one line of bounded length. */
final class OneLine {
  private static final int LONGEST = 400;

  private OneLine() {}

  static String of(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    if (line.length() <= LONGEST) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return line.substring(0, end) + "…";
  }

  static String or(String text, String otherwise) {
    String line = of(text);
    return line.isEmpty() ? otherwise : line;
  }
}
