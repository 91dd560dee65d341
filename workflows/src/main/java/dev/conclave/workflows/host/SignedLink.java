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
 * A link with a sign-in token for one browser, valid for a day: four bytes of expiry, four random
 * bytes, twelve of HMAC-SHA256. The receiver must record used tokens. The Temporal UI of Conclave's
 * own server reads the same format.
 */
public final class SignedLink {
  private static final int SIGNED = 8;
  private static final int TOKEN = 20;
  private static final Duration VALID = Duration.ofDays(1);

  private SignedLink() {}

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

  /** Returns whether a token was signed with the key and has not expired. */
  public static boolean isValid(String token, byte[] key) {
    try {
      byte[] given = Base64.getUrlDecoder().decode(token);
      return given.length == TOKEN
          && MessageDigest.isEqual(Arrays.copyOfRange(given, SIGNED, TOKEN), signature(key, given))
          && Integer.toUnsignedLong(ByteBuffer.wrap(given).getInt())
              >= Instant.now().getEpochSecond();
    } catch (IllegalArgumentException e) {
      return false; // not Base64
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
