package dev.conclave.activities.workspace;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Names a workspace's folders in the data folder: readable by its name, unique by a digest. */
final class WorkspaceKey {
  private static final int LONGEST_NAME = 40;

  private WorkspaceKey() {}

  static String of(String name, String identity) {
    String slug =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String shortened = slug.length() > LONGEST_NAME ? slug.substring(0, LONGEST_NAME) : slug;
    return (shortened.isEmpty() ? "workspace" : shortened) + "-" + digest(identity);
  }

  private static String digest(String identity) {
    try {
      byte[] sha =
          MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
