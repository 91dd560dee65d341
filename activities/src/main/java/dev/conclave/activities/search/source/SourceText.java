package dev.conclave.activities.search.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Bytes as text. UTF-8 first, UTF-16 when a byte order mark says so, then GB18030 when high bytes
 * come in pairs, at last ISO 8859-1, which takes any byte. Line ends become {@code \n}.
 */
public final class SourceText {
  private static final int SNIFFED = 8000;
  private static final Pattern HIGH_ALONE =
      Pattern.compile("(?<![\\x80-\\xff])[\\x80-\\xff](?![\\x80-\\xff])");

  private SourceText() {}

  /** The text; empty for a binary file. */
  public static Optional<String> of(byte[] content) {
    if (content.length >= 2 && isUtf16(content)) {
      return Optional.of(lines(new String(content, StandardCharsets.UTF_16)));
    }
    for (int i = 0; i < Math.min(content.length, SNIFFED); i++) {
      if (content[i] == 0) {
        return Optional.empty();
      }
    }
    return Optional.of(lines(decode(content)));
  }

  private static boolean isUtf16(byte[] content) {
    int mark = ((content[0] & 0xff) << 8) | (content[1] & 0xff);
    return mark == 0xfeff || mark == 0xfffe;
  }

  private static String decode(byte[] content) {
    Optional<String> utf8 = strictly(content, StandardCharsets.UTF_8);
    if (utf8.isPresent()) {
      String text = utf8.get();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    }
    String latin = new String(content, StandardCharsets.ISO_8859_1);
    long high = latin.chars().filter(c -> c > 127).count();
    // Chinese takes two high bytes a character; the accents of Latin 1 stand among plain letters.
    boolean pairs = HIGH_ALONE.matcher(latin).results().count() * 10 < high;
    return pairs ? strictly(content, Charset.forName("GB18030")).orElse(latin) : latin;
  }

  private static Optional<String> strictly(byte[] content, Charset charset) {
    try {
      return Optional.of(
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(content))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static String lines(String text) {
    return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
  }
}
