package dev.conclave.activities.secret;

import java.util.Collection;
import java.util.List;

/**
 * Takes secrets out of whatever enters a prompt, a log, history or an artifact: private keys, known
 * token shapes, values with high entropy that are assigned to a secret's name. What it takes out is
 * replaced by {@code [redacted: kind]}; filtering twice changes nothing more. Immutable.
 *
 * <p>It is a net, not a wall: a password that reads like a word passes. Files that are secrets by
 * trade are kept back whole, see {@link #neverSend}.
 */
public final class SecretFilter {
  /** Shorter values are too likely to be part of an ordinary word. */
  private static final int SHORTEST_KNOWN = 8;

  private final List<String> known;

  /** A filter that knows secrets by their looks alone. */
  public SecretFilter() {
    this(List.of());
  }

  /**
   * A filter that also takes out these very values, such as the API keys in a child's environment.
   * Values under 8 characters are ignored.
   */
  public SecretFilter(Collection<String> known) {
    this.known = known.stream().filter(value -> value.length() >= SHORTEST_KNOWN).toList();
  }

  /** The text without its secrets; line breaks outside of keys stay where they were. */
  public String redact(String text) {
    String clean = text;
    for (String value : known) {
      clean = clean.replace(value, redacted("known secret"));
    }
    clean = PrivateKeys.redact(clean);
    clean = TokenShapes.redact(clean);
    return AssignedSecrets.redact(clean);
  }

  /**
   * Whether a file is never sent to anybody, whatever it holds: {@code .env} files, key stores,
   * credential files of well-known programs.
   *
   * @param path with {@code /} or {@code \}, relative or absolute
   */
  public boolean neverSend(String path) {
    return SecretPaths.holdsSecrets(path);
  }

  static String redacted(String kind) {
    return "[redacted: " + kind + "]";
  }
}
