package dev.conclave.activities.git;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * File names as Git has them: bytes. A raw name is a string with one character for each byte, so
 * that it can be compared, sorted and kept in a map. What people and models see is its text: UTF-8
 * where it is UTF-8, else quoted as Git quotes it. Each of the two gives the other.
 */
public final class RawNames {
  private static final String LETTERS = "\"\\abtnvfr";
  private static final String STAND_FOR = "\"\\\u0007\b\t\n\u000b\f\r";

  private static final Pattern QUOTED =
      Pattern.compile("\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\abtnvfr]|\\\\[0-3][0-7]{2})*+\"");

  private static final boolean UTF_8_NAMES =
      StandardCharsets.UTF_8.equals(
          Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));

  private RawNames() {}

  /** The raw names in output that ends each with a zero byte. */
  public static List<String> split(byte[] output) {
    List<String> names = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < output.length; i++) {
      if (output[i] == 0) {
        names.add(new String(output, start, i - start, StandardCharsets.ISO_8859_1));
        start = i + 1;
      }
    }
    return names;
  }

  /** The opposite of {@link #split}. */
  public static byte[] join(Iterable<String> raws) {
    StringBuilder joined = new StringBuilder();
    raws.forEach(raw -> joined.append(raw).append('\0'));
    return joined.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * A raw name for people and for the wire, always one line. Quoted are names that are not UTF-8,
   * that hold control characters, or that could be taken for a quoted one: {@code
   * "caf\351\tmenu.txt"}.
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

  /** The raw name of a text that {@link #text} gave. */
  public static String raw(String text) {
    return QUOTED.matcher(text).matches()
        ? unquoted(text.substring(1, text.length() - 1))
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** The file of a text that {@link #text} gave. */
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
    StringBuilder raw = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      int letter = c == '\\' ? LETTERS.indexOf(escaped.charAt(i + 1)) : -1;
      if (c != '\\') {
        raw.append(c);
      } else if (letter >= 0) {
        raw.append(STAND_FOR.charAt(letter));
        i++;
      } else {
        raw.append((char) Integer.parseInt(escaped.substring(i + 1, i + 4), 8));
        i += 3;
      }
    }
    return raw.toString();
  }

  /**
   * A file by its raw name. Through a URI, since no other way of making a path takes bytes that the
   * JVM's locale cannot spell.
   */
  public static Path path(Path folder, String raw) {
    if (isAscii(raw)) {
      return folder.resolve(raw);
    }
    String text = text(raw);
    if (UTF_8_NAMES && !text.startsWith("\"")) {
      return folder.resolve(text);
    }
    StringBuilder uri = new StringBuilder(folder.toUri().toString());
    if (uri.charAt(uri.length() - 1) != '/') {
      uri.append('/');
    }
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      boolean plain = c == '/' || (c < 0x80 && Character.isLetterOrDigit(c));
      uri.append(plain ? String.valueOf(c) : String.format("%%%02X", (int) c));
    }
    return Path.of(URI.create(uri.toString()));
  }

  /** The raw name of a file within its folder. */
  public static String rawFileName(Path file) {
    String name = String.valueOf(file.getFileName());
    if (isAscii(name)) {
      return name;
    }
    if (UTF_8_NAMES && name.indexOf('\uFFFD') < 0) {
      return raw(name);
    }
    String uri = file.toUri().getRawPath();
    String last = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    return unescaped(last.substring(last.lastIndexOf('/') + 1));
  }

  private static String unescaped(String segment) {
    StringBuilder raw = new StringBuilder();
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '%') {
        raw.append((char) Integer.parseInt(segment.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        raw.append(c);
      }
    }
    return raw.toString();
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
