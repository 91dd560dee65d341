package dev.conclave.workflows.text;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Removes invisible characters wherever a text is shown, stored or sent to an agent. Visible are
 * letters, marks, digits, punctuation, symbols, spaces, line ends and tabs. Joiners and variation
 * selectors are kept where a script or an emoji needs them.
 */
public final class ControlCharacters {
  /** ANSI escape sequences, removed whole. */
  private static final Pattern STYLE = Pattern.compile("\\u001b\\[[0-?]*+[ -/]*+[@-~]");

  /** Blank glyphs that Unicode classifies as letters or symbols. */
  private static final String BLANK = "\u115f\u1160\u2800\u3164\uffa0";

  /** Scripts whose letters change shape next to a joiner or non-joiner. */
  private static final Set<UnicodeScript> JOINING =
      EnumSet.of(
          UnicodeScript.ARABIC,
          UnicodeScript.SYRIAC,
          UnicodeScript.NKO,
          UnicodeScript.MONGOLIAN,
          UnicodeScript.DEVANAGARI,
          UnicodeScript.BENGALI,
          UnicodeScript.GURMUKHI,
          UnicodeScript.GUJARATI,
          UnicodeScript.ORIYA,
          UnicodeScript.TAMIL,
          UnicodeScript.TELUGU,
          UnicodeScript.KANNADA,
          UnicodeScript.MALAYALAM,
          UnicodeScript.SINHALA,
          UnicodeScript.MYANMAR,
          UnicodeScript.KHMER);

  private static final int ZWNJ = 0x200c;
  private static final int ZWJ = 0x200d;
  private static final int EMOJI_STYLE = 0xfe0f;
  private static final int KEYCAP = 0x20e3;

  private ControlCharacters() {}

  public static String removed(String text) {
    if (text.chars().allMatch(c -> c >= ' ' && c <= '~' || c == '\n' || c == '\t')) {
      return text;
    }
    String plain = STYLE.matcher(text).replaceAll("");
    StringBuilder seen = new StringBuilder(plain.length());
    int before = ' ';
    for (int i = 0; i < plain.length(); ) {
      int c = plain.codePointAt(i);
      i += Character.charCount(c);
      int after = i < plain.length() ? plain.codePointAt(i) : ' ';
      if (isVisible(before, c, after)) {
        seen.appendCodePoint(c);
        before = c;
      }
    }
    return seen.toString();
  }

  public static boolean isIn(String text) {
    return !removed(text).equals(text);
  }

  private static boolean isVisible(int before, int c, int after) {
    if (c == ZWJ || c == ZWNJ) {
      return joins(before) && joins(after)
          || c == ZWJ && (isEmoji(before) || before == EMOJI_STYLE) && isEmoji(after);
    } else if (c == EMOJI_STYLE || c == EMOJI_STYLE - 1) {
      return isEmoji(before) || after == KEYCAP && "0123456789#*".indexOf(before) >= 0;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c == '\n' || c == '\t' || c == '\r' && after == '\n';
      case Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      // Emoji and ideographs of a newer Unicode version than this JVM's.
      case Character.UNASSIGNED -> c >= 0x1f000 && c < 0x1fb00 || c >= 0x2a6d7 && c < 0x32400;
      case Character.NON_SPACING_MARK ->
          !(c == 0x34f || c == 0x17b4 || c == 0x17b5 || c >= 0x180b && c <= 0x180f)
              && !(c >= 0xfe00 && c <= 0xfe0f || c >= 0xe0100);
      default -> BLANK.indexOf(c) < 0;
    };
  }

  private static boolean joins(int c) {
    return JOINING.contains(UnicodeScript.of(c)) && (Character.isLetter(c) || isMark(c));
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isEmoji(int c) {
    int type = Character.getType(c);
    return type == Character.OTHER_SYMBOL
        || c >= 0x2190 && type == Character.MATH_SYMBOL
        || c >= 0x1f000 && c < 0x1fb00
        || c == 0x203c
        || c == 0x2049
        || c == 0x3030;
  }
}
