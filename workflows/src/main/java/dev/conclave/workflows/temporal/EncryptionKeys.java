package dev.conclave.workflows.temporal;

import dev.conclave.workflows.config.EncryptionConfiguration;
import dev.conclave.workflows.config.SecretSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES keys by id. New payloads are written with the active one and read with the one that they
 * name, so a key is rotated by adding another, making it active, and keeping the old one for as
 * long as sessions written with it are to be read.
 *
 * @param activeId of the key that new payloads are written with
 */
public record EncryptionKeys(String activeId, Map<String, SecretKey> byId) {
  private static final Set<Integer> LENGTHS = Set.of(16, 24, 32);

  public EncryptionKeys {
    byId = Map.copyOf(byId);
    if (!byId.containsKey(activeId)) {
      throw new IllegalArgumentException(
          "encryption.key_id is \"%s\", but encryption.keys has only %s"
              .formatted(activeId, new TreeMap<>(byId).keySet()));
    }
  }

  /**
   * Reads the keys that the configuration names.
   *
   * @throws IllegalArgumentException when one is missing or no key; the message names it, never its
   *     content
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
      throw refused(id, "(" + source + ") is not Base64"); // without the cause: it quotes the key
    }
    if (!LENGTHS.contains(bytes.length)) {
      throw refused(id, "(" + source + ") has " + bytes.length + " bytes instead of 16, 24 or 32");
    }
    return new SecretKeySpec(bytes, "AES");
  }

  private static IllegalArgumentException refused(String id, String why) {
    return new IllegalArgumentException(
        "encryption key \"%s\" %s; make one with `openssl rand -base64 32`".formatted(id, why));
  }
}
