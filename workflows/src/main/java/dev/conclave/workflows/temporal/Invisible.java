package dev.conclave.workflows.temporal;

import java.util.regex.Pattern;

/**
 * Characters that change how a text is shown without being seen: control characters (but line ends
 * and tabs), changes of writing direction, other line separators, byte order marks.
 */
public final class Invisible {
  private static final Pattern CHARACTERS =
      Pattern.compile(
          "[\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff&&[^\\n\\t]]");

  /** Colors and the like: without the escape character alone, the rest would join a word. */
  private static final Pattern STYLE = Pattern.compile("\\u001b\\[[0-?]*+[ -/]*+[@-~]");

  private Invisible() {}

  /** The text without them. */
  public static String removed(String text) {
    return CHARACTERS.matcher(STYLE.matcher(text).replaceAll("")).replaceAll("");
  }

  /** A JSON document with them escaped, so that none of its texts changes. */
  public static String escaped(String json) {
    return CHARACTERS
        .matcher(json)
        .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
  }

  public static boolean isIn(String text) {
    return CHARACTERS.matcher(text).find();
  }
}
