package dev.conclave.workflows.host;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A link with a token that lets one browser in, within a day: four bytes of expiry, four that make
 * it unlike others, twelve of HMAC-SHA256. Whoever takes it remembers that it was used. The
 * Temporal UI of our own server reads the same.
 */
public final class SignedLink {
  private static final int SIGNED = 8;
  private static final int TOKEN = 20;
  private static final Duration VALID = Duration.ofDays(1);

  private SignedLink() {}

  /** A page with a token. */
  public static String to(String page, byte[] key) {
    ByteBuffer token = ByteBuffer.allocate(TOKEN);
    token.putInt((int) Instant.now().plus(VALID).getEpochSecond());
    token.putInt(new SecureRandom().nextInt());
    token.put(signature(key, token.array()));
    return "%s%stoken=%s"
        .formatted(
            page,
            page.contains("?") ? "&" : "?",
            Base64.getUrlEncoder().withoutPadding().encodeToString(token.array()));
  }

  /** Whether a token was signed with the key and may still be used. */
  public static boolean isValid(String token, byte[] key) {
    try {
      byte[] given = Base64.getUrlDecoder().decode(token);
      return given.length == TOKEN
          && MessageDigest.isEqual(Arrays.copyOfRange(given, SIGNED, TOKEN), signature(key, given))
          && Integer.toUnsignedLong(ByteBuffer.wrap(given).getInt())
              >= Instant.now().getEpochSecond();
    } catch (IllegalArgumentException e) {
      return false; // no Base64
    }
  }

  private static byte[] signature(byte[] key, byte[] token) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(token, 0, SIGNED);
      return Arrays.copyOf(mac.doFinal(), TOKEN - SIGNED);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
