package dev.conclave.workflows.model;

import com.google.re2j.Pattern;
import java.util.Optional;

/**
 * A Git URL that is safe to pass to Git: {@code https}, {@code ssh}, {@code git}, {@code file} or
 * {@code user@host:path}, with an optional ref. Other transports are refused because some run
 * commands.
 *
 * @param ref branch, tag or commit; the remote's default when absent
 */
public record GitUrl(String url, Optional<String> ref) {
  private static final Pattern SCHEME = Pattern.compile("(?:https|ssh|git|file)://[^-].*");
  private static final Pattern SCP =
      Pattern.compile("(?:[A-Za-z0-9_][\\w.-]*@)?[A-Za-z0-9][\\w.-]+:(?:[^:/].*|/(?:[^/].*)?)");

  private static final Pattern END = Pattern.compile("(?:\\.git)?[/:]*$");

  /** A user name in an HTTP URL may be a token; in an SSH URL it is only a login. */
  private static final Pattern CREDENTIALS =
      Pattern.compile(
          "(?is)(?:https?|git)://[^/]*@.*|ssh://[^/@]*:[^/]*@.*|(?:ssh://)?[^/@:]{33,}@.*"
              + "|https?://[^/]*/[^?]*\\?.*");

  private static final Pattern REF = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}._/@+-]{0,250}");

  public GitUrl {
    // Checked first, because the other messages quote the URL.
    if (CREDENTIALS.matcher(url).matches()) {
      throw new IllegalArgumentException(
          "the URL contains a user name, password or query, which may be secret and would stay in the history: remove it, and use a Git credential helper or an SSH key");
    }
    if (!SCHEME.matcher(url).matches() && !isScp(url)) {
      throw new IllegalArgumentException(
          "'%s' is not a supported Git URL: use https, ssh, git, file or user@host:path"
              .formatted(url));
    }
    if (url.chars().anyMatch(c -> c <= ' ' || c == 0x7f) || url.length() > 2_000) {
      throw new IllegalArgumentException(
          "a Git URL must not contain spaces (write %20) or control characters, or be longer than 2,000 characters");
    }
    ref.filter(r -> !REF.matcher(r).matches() || r.contains("..") || r.contains("@{"))
        .ifPresent(
            wrong -> {
              throw new IllegalArgumentException(
                  "'%s' is not a branch, tag or commit: write it after #, as in URL#main"
                      .formatted(wrong));
            });
  }

  /**
   * Parses {@code URL} or {@code URL#REF}.
   *
   * @throws IllegalArgumentException when invalid; the message says how to fix it
   */
  public static GitUrl parse(String text) {
    int hash = text.lastIndexOf('#');
    return hash < 0
        ? new GitUrl(text, Optional.empty())
        : new GitUrl(text.substring(0, hash), Optional.of(text.substring(hash + 1)));
  }

  /** Returns whether a text is intended as a URL, valid or not, rather than a path. */
  public static boolean looksLikeUrl(String text) {
    return text.contains("://") || text.contains("::") || isScp(text);
  }

  /**
   * Returns the repository's name for display and folders: the last part of the path without {@code
   * .git}.
   */
  public String name() {
    String path = END.matcher(url).replaceFirst("");
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
  }

  /**
   * Accepts {@code user@host:path}, but no Windows path (one letter before the colon) and no path
   * with a slash before the colon.
   */
  private static boolean isScp(String text) {
    int colon = text.indexOf(':');
    return colon > 1
        && text.indexOf('/') != 0
        && !text.substring(0, colon).contains("/")
        && SCP.matcher(text).matches();
  }
}
