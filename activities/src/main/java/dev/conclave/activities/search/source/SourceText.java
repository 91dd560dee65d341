package dev.conclave.activities.search.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Decodes UTF-16 with a byte order mark, else UTF-8, else ISO 8859-1. Line ends become {@code \n}.
 */
public final class SourceText {
  private static final int SNIFFED = 8000;

  private SourceText() {}

  public static Optional<String> of(byte[] content) {
    if (content.length >= 2 && (content[0] & 0xff) + (content[1] & 0xff) == 0xfe + 0xff) {
      return Optional.of(lines(new String(content, StandardCharsets.UTF_16)));
    }
    for (int i = 0; i < Math.min(content.length, SNIFFED); i++) {
      if (content[i] == 0) {
        return Optional.empty();
      }
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      return Optional.of(lines(text.startsWith("\ufeff") ? text.substring(1) : text));
    } catch (CharacterCodingException e) {
      return Optional.of(lines(new String(content, StandardCharsets.ISO_8859_1)));
    }
  }

  private static String lines(String text) {
    return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
  }
}
