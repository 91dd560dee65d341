package dev.conclave.workflows.temporal;

import dev.conclave.workflows.config.Configuration.EncryptionConfiguration;
import dev.conclave.workflows.config.SecretSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES keys by id. To rotate, add a key, make it active, and keep the old one while sessions need
 * it.
 */
public record EncryptionKeys(String activeId, Map<String, SecretKey> byId) {
  public EncryptionKeys {
    byId = Map.copyOf(byId);
  }

  /**
   * Reads the configured keys.
   *
   * @throws IllegalArgumentException when a key is missing or invalid; the message names it, never
   *     its content
   */
  public static Optional<EncryptionKeys> read(
      Optional<EncryptionConfiguration> configuration, Map<String, String> environment) {
    return configuration.map(
        encryption -> {
          Map<String, SecretKey> keys = new TreeMap<>();
          encryption.keys().forEach((id, source) -> keys.put(id, key(id, source, environment)));
          return new EncryptionKeys(encryption.keyId(), keys);
        });
  }

  private static SecretKey key(String id, String source, Map<String, String> environment) {
    String text;
    try {
      text = SecretSource.read(source, environment);
    } catch (IllegalArgumentException e) {
      throw refused(id, String.valueOf(e.getMessage()));
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw refused(id, "(" + source + ") is not Base64"); // no cause: it quotes the key
    }
    if (bytes.length < 16 || bytes.length > 32 || bytes.length % 8 != 0) {
      throw refused(id, "(" + source + ") has " + bytes.length + " bytes instead of 16, 24 or 32");
    }
    return new SecretKeySpec(bytes, "AES");
  }

  private static IllegalArgumentException refused(String id, String why) {
    return new IllegalArgumentException(
        "encryption key \"%s\" %s; make one with `openssl rand -base64 32`".formatted(id, why));
  }
}
