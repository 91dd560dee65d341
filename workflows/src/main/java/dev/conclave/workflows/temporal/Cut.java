package dev.conclave.workflows.temporal;

/**
 * Texts cut to a length in characters (code points), for people, prompts and records. A cut never
 * splits what a reader sees as one character where that is plain to see: an accent stays with its
 * letter, a joined emoji and a flag stay whole. What belongs together is written down here, not
 * asked of the JDK: the same text must be cut alike by all of them.
 */
public final class Cut {
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  /** So far a cut moves back; what is longer is noise and is cut where it comes. */
  private static final int LONGEST_CLUSTER = 32;

  private Cut() {}

  /** The text, or its beginning and an ellipsis: at most {@code most} characters in all. */
  public static String shown(String text, int most) {
    return fits(text, most) ? text : head(text, most - 1) + "…";
  }

  /** The text, or the beginning of it: at most {@code most} characters. */
  public static String head(String text, int most) {
    return fits(text, most) ? text : text.substring(0, boundary(text, most));
  }

  private static boolean fits(String text, int most) {
    return text.length() <= most || text.codePointCount(0, text.length()) <= most;
  }

  private static int boundary(String text, int most) {
    int end = text.offsetByCodePoints(0, most);
    int boundary = end;
    for (int i = 0; i < LONGEST_CLUSTER && boundary > 0; i++) {
      if (!joined(text, boundary)) {
        return boundary;
      }
      boundary = text.offsetByCodePoints(boundary, -1);
    }
    return end;
  }

  private static boolean joined(String text, int at) {
    int before = text.codePointBefore(at);
    int after = text.codePointAt(at);
    return before == ZERO_WIDTH_JOINER
        || extending(after)
        || (flagLetter(after) && flagLettersBefore(text, at) % 2 == 1);
  }

  private static int flagLettersBefore(String text, int at) {
    int letters = 0;
    for (int i = at; i > 0 && flagLetter(text.codePointBefore(i)); i -= 2) {
      letters++;
    }
    return letters;
  }

  private static boolean flagLetter(int character) {
    return within(character, 0x1F1E6, 0x1F1FF);
  }

  /** Combining marks, variation selectors, skin tones, tags: what changes the one before it. */
  private static boolean extending(int character) {
    return character == ZERO_WIDTH_JOINER
        || within(character, 0x0300, 0x036F)
        || within(character, 0x1AB0, 0x1AFF)
        || within(character, 0x1DC0, 0x1DFF)
        || within(character, 0x20D0, 0x20FF)
        || within(character, 0x3099, 0x309A)
        || within(character, 0xFE00, 0xFE0F)
        || within(character, 0xFE20, 0xFE2F)
        || within(character, 0x1F3FB, 0x1F3FF)
        || within(character, 0xE0020, 0xE007F)
        || within(character, 0xE0100, 0xE01EF);
  }

  private static boolean within(int character, int first, int last) {
    return character >= first && character <= last;
  }
}
