package dev.conclave.workflows.model;

import com.google.re2j.Pattern;
import java.util.Optional;

/**
 * A Git URL that may be handed to Git: {@code https}, {@code ssh}, {@code git} or {@code file}, or
 * {@code user@host:path}; with an optional ref. No other transport, since some of them run
 * commands.
 *
 * @param ref branch, tag or commit; the remote's default when absent
 */
public record GitUrl(String url, Optional<String> ref) {
  private static final Pattern SCHEME = Pattern.compile("(?:https|ssh|git|file)://[^-].*");
  private static final Pattern SCP =
      Pattern.compile("(?:[A-Za-z0-9_][\\w.-]*@)?[A-Za-z0-9][\\w.-]+:(?:[^:/].*|/(?:[^/].*)?)");

  private static final Pattern END = Pattern.compile("(?:\\.git)?[/:]*$");

  /** A user name in an HTTP URL may be a token; over SSH it is only a login. */
  private static final Pattern CREDENTIALS =
      Pattern.compile(
          "(?is)(?:https?|git)://[^/]*@.*|ssh://[^/@]*:[^/]*@.*|(?:ssh://)?[^/@:]{33,}@.*"
              + "|https?://[^/]*/[^?]*\\?.*");

  private static final Pattern REF = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}._/@+-]{0,250}");

  public GitUrl {
    // First, since the other refusals repeat what they refuse.
    if (CREDENTIALS.matcher(url).matches()) {
      throw new IllegalArgumentException(
          "the URL holds a user name, a password or a query, which may be a secret and would stay in the history: leave it out, and let Git's credential helper or an SSH key answer");
    }
    if (!SCHEME.matcher(url).matches() && !isScp(url)) {
      throw new IllegalArgumentException(
          "'%s' is not a Git URL that Conclave can use: give https, ssh, git or file, or user@host:path"
              .formatted(url));
    }
    if (url.chars().anyMatch(c -> c <= ' ' || c == 0x7f) || url.length() > 2_000) {
      throw new IllegalArgumentException(
          "a Git URL has no spaces or control characters (write %20) and at most 2,000 characters");
    }
    ref.filter(r -> !REF.matcher(r).matches() || r.contains("..") || r.contains("@{"))
        .ifPresent(
            wrong -> {
              throw new IllegalArgumentException(
                  "'%s' is not a branch, tag or commit: give one after #, as in URL#main"
                      .formatted(wrong));
            });
  }

  /**
   * Reads {@code URL} or {@code URL#REF}.
   *
   * @throws IllegalArgumentException with the fix, when it is none
   */
  public static GitUrl parse(String text) {
    int hash = text.lastIndexOf('#');
    return hash < 0
        ? new GitUrl(text, Optional.empty())
        : new GitUrl(text.substring(0, hash), Optional.of(text.substring(hash + 1)));
  }

  /** Whether a text is meant as a URL, sound or not, and not as a path. */
  public static boolean isMeant(String text) {
    return text.contains("://") || text.contains("::") || isScp(text);
  }

  /**
   * The repository's name, for people and folders: the last part of the path without {@code .git}.
   */
  public String name() {
    String path = END.matcher(url).replaceFirst("");
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
  }

  /** A Windows path has one letter before its colon; a path with a slash before it is a path. */
  private static boolean isScp(String text) {
    int colon = text.indexOf(':');
    return colon > 1
        && text.indexOf('/') != 0
        && !text.substring(0, colon).contains("/")
        && SCP.matcher(text).matches();
  }
}
