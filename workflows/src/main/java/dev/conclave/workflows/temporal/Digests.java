package dev.conclave.workflows.temporal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hexadecimal digits. */
public final class Digests {
  private Digests() {}

  /** Digest of a text's UTF-8 bytes. */
  public static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Digest of a record's wire form, the same on every JDK. */
  public static String ofRecord(Object record) {
    return sha256(StableText.of(record));
  }

  /** Digest of bytes. */
  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(newSha256().digest(bytes));
  }

  /** For bytes that come piece by piece. */
  public static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
