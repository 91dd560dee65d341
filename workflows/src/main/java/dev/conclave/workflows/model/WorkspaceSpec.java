package dev.conclave.workflows.model;

import java.time.Duration;
import java.util.Optional;

/**
 * The repository as the user named it: a path on a host, or a Git URL with an optional ref.
 *
 * @param path absolute, on {@code host}; absent for a URL
 * @param host id of the host that has the path; absent for a URL that any host may open
 * @param patience how long a host that takes up no work on the clone is waited for before it is
 *     looked whether it is there at all; absent for a path, whose host is waited for as long as it
 *     takes
 */
public record WorkspaceSpec(
    Optional<String> path,
    Optional<String> host,
    Optional<String> url,
    Optional<String> ref,
    Optional<Duration> patience) {

  public static WorkspaceSpec ofPath(String host, String path) {
    return new WorkspaceSpec(
        Optional.of(path), Optional.of(host), Optional.empty(), Optional.empty(), Optional.empty());
  }

  public static WorkspaceSpec ofUrl(String url, Optional<String> ref, Duration patience) {
    return new WorkspaceSpec(
        Optional.empty(), Optional.empty(), Optional.of(url), ref, Optional.of(patience));
  }

  /** The same repository at a commit, wherever its ref has gone meanwhile. */
  public WorkspaceSpec at(Optional<String> commit) {
    return new WorkspaceSpec(path, host, url, commit.or(() -> ref), patience);
  }

  /** The same repository on a host of one's choice. */
  public WorkspaceSpec on(String hostId) {
    return new WorkspaceSpec(path, Optional.of(hostId), url, ref, patience);
  }

  /** The path, or the URL with its ref, as the user wrote it. */
  public String named() {
    return url.map(remote -> remote + ref.map(r -> "#" + r).orElse("")).or(() -> path).orElse("");
  }
}
