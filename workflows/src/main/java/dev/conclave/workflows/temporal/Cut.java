package dev.conclave.workflows.temporal;

import java.util.regex.Pattern;

/**
 * Texts cut to a length in characters (code points), for people, prompts and records. An accent, a
 * skin tone or a joined emoji stays with what it changes.
 */
public final class Cut {
  /**
   * Joiners, combining marks, variation selectors, skin tones, tags: what changes the character
   * before it. Written down here, not asked of the JDK: all of them must cut the same text alike.
   */
  private static final Pattern EXTENDING =
      Pattern.compile(
          "[\\x{200D}\\x{0300}-\\x{036F}\\x{1AB0}-\\x{1AFF}\\x{1DC0}-\\x{1DFF}\\x{20D0}-\\x{20FF}"
              + "\\x{3099}\\x{309A}\\x{FE00}-\\x{FE0F}\\x{FE20}-\\x{FE2F}\\x{1F3FB}-\\x{1F3FF}"
              + "\\x{E0020}-\\x{E007F}\\x{E0100}-\\x{E01EF}]");

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
      if (text.codePointBefore(boundary) != 0x200D
          && !EXTENDING.matcher(text).region(boundary, text.length()).lookingAt()) {
        return boundary;
      }
      boundary = text.offsetByCodePoints(boundary, -1);
    }
    return end;
  }
}
