package dev.conclave.activities.agent.process;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What makes a call the same call: an attempt that finds a spool of the same key takes it over.
 *
 * @param namespace of Temporal
 * @param workflowId of the session
 * @param digest SHA-256 of what makes the question, hexadecimal
 */
public record CallKey(String namespace, String workflowId, String digest) {

  /** The key of a question. */
  public static CallKey of(String namespace, String workflowId, byte[] question) {
    return new CallKey(namespace, workflowId, sha256(question));
  }

  /** A file name without anything that a user could have put into it. */
  String folderName() {
    String all = namespace + "\n" + workflowId + "\n" + digest;
    return sha256(all.getBytes(StandardCharsets.UTF_8)).substring(0, 40);
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JRE has SHA-256", e);
    }
  }
}
