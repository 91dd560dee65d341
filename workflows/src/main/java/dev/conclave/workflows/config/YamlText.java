package dev.conclave.workflows.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The text of a file that a person wrote. */
final class YamlText {
  private static final int MAX_BYTES = 1 << 20;

  private YamlText() {}

  /**
   * Reads it.
   *
   * @throws ConfigurationException when it is no regular file, over 1 MiB, or not UTF-8
   */
  static String read(Path file, LinkOption... links) {
    try {
      if (!Files.isRegularFile(file, links)) {
        throw new ConfigurationException(file + ": is no regular file");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new ConfigurationException(file + ": is larger than 1 MiB");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (AccessDeniedException e) {
      throw new ConfigurationException(file + ": cannot be read: it is not yours to read");
    } catch (CharacterCodingException e) {
      throw new ConfigurationException(file + ": is not UTF-8; save it as UTF-8");
    } catch (IOException e) {
      throw new ConfigurationException(file + ": cannot be read: " + e.getMessage());
    }
  }
}
