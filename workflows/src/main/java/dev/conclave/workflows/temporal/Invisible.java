package dev.conclave.workflows.temporal;

import java.util.regex.Pattern;

/** Control characters but line ends and tabs, direction marks, and others that are not seen. */
public final class Invisible {
  /** The look-ahead decides most characters, and faster than the class would. */
  private static final Pattern CHARACTERS =
      Pattern.compile(
          "(?![ -~\\n\\t])[\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]");

  /** ANSI styles, removed as a whole. */
  private static final Pattern STYLE = Pattern.compile("\\u001b\\[[0-?]*+[ -/]*+[@-~]");

  private Invisible() {}

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
