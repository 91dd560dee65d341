package dev.conclave.activities.notification;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what is posted, as Standard Webhooks does, so that receivers can verify it with a library
 * that is there: HMAC-SHA256 over {@code id.timestamp.body}. See docs/steering.md.
 */
final class Signature {
  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String HEADER = "webhook-signature";

  private static final String VERSION = "v1,";
  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SHORTEST = 24;
  private static final int LONGEST = 64;

  private final SecretKeySpec key;

  private Signature(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /**
   * Signs with a key: 24 to 64 bytes in Base64, after {@code whsec_} or not.
   *
   * @throws IllegalArgumentException when it is none; never quotes it
   */
  static Signature with(String key) {
    String text = key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      // The cause would quote the key: left out.
      throw new IllegalArgumentException("is not Base64");
    }
    if (bytes.length < SHORTEST || bytes.length > LONGEST) {
      throw new IllegalArgumentException(
          "has " + bytes.length + " bytes instead of " + SHORTEST + " to " + LONGEST);
    }
    return new Signature(bytes);
  }

  /** The value of the signature's header. */
  String of(String id, Instant at, String body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] signed =
          (id + "." + at.getEpochSecond() + "." + body).getBytes(StandardCharsets.UTF_8);
      return VERSION + Base64.getEncoder().encodeToString(mac.doFinal(signed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
