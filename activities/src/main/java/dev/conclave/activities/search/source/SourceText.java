package dev.conclave.activities.search.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Bytes as text. UTF-8 first, UTF-16 when a byte order mark says so, then GB18030 when the result
 * is mostly Chinese, at last ISO 8859-1, which takes any byte. Line ends become {@code \n}.
 */
public final class SourceText {
  private static final int SNIFFED = 8000;

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
    if (Charset.isSupported("GB18030") && comesInPairs(content)) {
      Optional<String> chinese = strictly(content, Charset.forName("GB18030"));
      if (chinese.isPresent() && mostlyHan(chinese.get())) {
        return chinese.get();
      }
    }
    return new String(content, StandardCharsets.ISO_8859_1);
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

  /** Chinese takes two high bytes a character; the accents of Latin 1 stand among plain letters. */
  private static boolean comesInPairs(byte[] content) {
    int high = 0;
    int alone = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] < 0) {
        high++;
        boolean before = i > 0 && content[i - 1] < 0;
        boolean after = i + 1 < content.length && content[i + 1] < 0;
        alone += before || after ? 0 : 1;
      }
    }
    return alone * 10 < high;
  }

  private static boolean mostlyHan(String text) {
    long foreign = text.codePoints().filter(c -> c > 127).count();
    long han =
        text.codePoints()
            .filter(c -> c > 127)
            .filter(c -> Character.isIdeographic(c) || (c >= 0x3000 && c < 0x3040) || c >= 0xff00)
            .count();
    return han * 10 >= foreign * 9;
  }

  private static String lines(String text) {
    return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
  }
}
