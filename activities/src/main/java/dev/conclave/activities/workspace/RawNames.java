package dev.conclave.activities.workspace;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * File names as Git has them: bytes. A raw name is a string with one character for each byte, so
 * that it can be compared, sorted and kept in a map. What people see is its text: UTF-8 where it is
 * UTF-8, else with the odd bytes escaped as Git escapes them.
 */
final class RawNames {
  private static final boolean UTF_8_NAMES =
      StandardCharsets.UTF_8.equals(
          Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));

  private RawNames() {}

  /** The raw names in output that ends each with a zero byte. */
  static List<String> split(byte[] output) {
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
  static byte[] join(Iterable<String> raws) {
    StringBuilder joined = new StringBuilder();
    raws.forEach(raw -> joined.append(raw).append('\0'));
    return joined.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * A raw name for people and for the wire; names that are UTF-8 come back through {@link #raw}.
   */
  static String text(String raw) {
    if (isAscii(raw)) {
      return raw;
    }
    byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      StringBuilder quoted = new StringBuilder("\"");
      for (int i = 0; i < raw.length(); i++) {
        char c = raw.charAt(i);
        quoted.append(c < 0x20 || c > 0x7e ? String.format("\\%03o", (int) c) : String.valueOf(c));
      }
      return quoted.append('"').toString();
    }
  }

  static String raw(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /**
   * A file by its raw name. Through a URI, since no other way of making a path takes bytes that the
   * JVM's locale cannot spell.
   */
  static Path path(Path folder, String raw) {
    if (isAscii(raw)) {
      return folder.resolve(raw);
    }
    if (UTF_8_NAMES) {
      String text = text(raw);
      if (!text.startsWith("\"")) {
        return folder.resolve(text);
      }
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
  static String rawFileName(Path file) {
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
