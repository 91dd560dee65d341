package dev.conclave.activities.review;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Optional;

/** A repository on a host, as {@code gh} names it. */
public record HostedRepository(String host, String owner, String name) {
  private static final String HOST = "(\\w[\\w.-]*)";

  /** {@code https://host/owner/name}, {@code ssh://git@host/owner/name} or {@code git@host:…}. */
  private static final Pattern URL =
      Pattern.compile(
          ("(?:(?:https?|git|(?:git\\+)?ssh)://(?:[^/@]*@)?%s(?::[0-9]+)?/|(?:[^/@:]+@)?%s:/?)"
                  + "(\\w[\\w.-]*)/([\\w.-]+?)(?:\\.git)?/*")
              .formatted(HOST, HOST));

  /** Parses a URL of Git; empty if it names no host with owners and repositories. */
  static Optional<HostedRepository> of(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    return Optional.of(new HostedRepository(host, parts.group(3), parts.group(4)));
  }

  /** Returns {@code host/owner/name}, which needs no GH_HOST. */
  public String id() {
    return String.join("/", host, owner, name);
  }

  /** Returns the page that opens a pull request; empty for hosts whose pages are unknown. */
  public String page(String base, String branch) {
    return host.equals("github.com")
        ? "https://%s/compare/%s%s?expand=1"
            .formatted(id(), base.isEmpty() ? "" : base + "...", branch)
        : "";
  }
}
