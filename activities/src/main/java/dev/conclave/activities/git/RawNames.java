package dev.conclave.activities.git;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * File names as Git stores them. A raw name has one character per byte; its text form, for people
 * and models, is UTF-8, or quoted in Git's way. The conversion is reversible.
 */
public final class RawNames {
  private static final String LETTERS = "\"\\abtnvfr";
  private static final String STAND_FOR = "\"\\\u0007\b\t\n\u000b\f\r";

  private static final Pattern QUOTED =
      Pattern.compile("\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\abtnvfr]|\\\\[0-3][0-7]{2})*+\"");

  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-3][0-7]{2}|.)");

  private static final boolean UTF_8_NAMES =
      StandardCharsets.UTF_8.equals(
          Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));

  private RawNames() {}

  public static List<String> split(byte[] output) {
    String names = new String(output, StandardCharsets.ISO_8859_1);
    return names.isEmpty() ? List.of() : List.of(names.split("\0"));
  }

  public static byte[] join(Iterable<String> raws) {
    StringBuilder joined = new StringBuilder();
    raws.forEach(raw -> joined.append(raw).append('\0'));
    return joined.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns the text form of a raw name, always one line. Quoted if it is not UTF-8, has control
   * characters, or could be mistaken for a quoted one: {@code "caf\351\tmenu.txt"}.
   */
  public static String text(String raw) {
    byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      boolean plain = !text.startsWith("\"") && text.chars().noneMatch(Character::isISOControl);
      return plain ? text : quoted(raw);
    } catch (CharacterCodingException e) {
      return quoted(raw);
    }
  }

  /** Returns the raw name of a text that {@link #text} returned. */
  public static String raw(String text) {
    return QUOTED.matcher(text).matches()
        ? unquoted(text.substring(1, text.length() - 1))
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  public static Path resolve(Path folder, String text) {
    return path(folder, raw(text));
  }

  private static String quoted(String raw) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      int letter = STAND_FOR.indexOf(c);
      if (letter >= 0) {
        quoted.append('\\').append(LETTERS.charAt(letter));
      } else if (c < 0x20 || c > 0x7e) {
        quoted.append(String.format("\\%03o", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private static String unquoted(String escaped) {
    return ESCAPED
        .matcher(escaped)
        .replaceAll(
            escape -> {
              String code = escape.group(1);
              char c =
                  code.length() == 1
                      ? STAND_FOR.charAt(LETTERS.indexOf(code))
                      : (char) Integer.parseInt(code, 8);
              return Matcher.quoteReplacement(String.valueOf(c));
            });
  }

  /** Returns a file by its raw name; only a URI can carry bytes outside the JVM's encoding. */
  public static Path path(Path folder, String raw) {
    if (isAscii(raw)) {
      return folder.resolve(raw);
    }
    String text = text(raw);
    if (UTF_8_NAMES && !text.startsWith("\"")) {
      return folder.resolve(text);
    }
    String escaped =
        URLEncoder.encode(raw, StandardCharsets.ISO_8859_1).replace("+", "%20").replace("%2F", "/");
    return Path.of(URI.create(folder.toUri().toString().replaceFirst("/?$", "/") + escaped));
  }

  public static String rawFileName(Path file) {
    String name = String.valueOf(file.getFileName());
    if (isAscii(name)) {
      return name;
    }
    if (UTF_8_NAMES && name.indexOf('\uFFFD') < 0) {
      return raw(name);
    }
    String uri = file.toUri().getRawPath().replaceFirst("/$", "").replace("+", "%2B");
    return URLDecoder.decode(uri.substring(uri.lastIndexOf('/') + 1), StandardCharsets.ISO_8859_1);
  }

  private static boolean isAscii(String name) {
    return name.chars().allMatch(c -> c < 0x80);
  }
}
