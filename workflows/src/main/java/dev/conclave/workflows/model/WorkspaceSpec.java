package dev.conclave.workflows.model;

import java.time.Duration;
import java.util.Optional;

/**
 * The repository as the user named it: a path on a host, or a Git URL with an optional ref.
 *
 * @param path absolute, on {@code host}; absent for a URL
 * @param host id of the path's host; absent for a URL that any host may open
 * @param patience how long to wait for a host to start the clone before checking whether it is
 *     alive; absent for a path, for whose host the session waits without limit
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

  /** Returns the same repository at a commit, even if its ref has moved. */
  public WorkspaceSpec at(Optional<String> commit) {
    return new WorkspaceSpec(path, host, url, commit.or(() -> ref), patience);
  }

  public WorkspaceSpec on(String hostId) {
    return new WorkspaceSpec(path, Optional.of(hostId), url, ref, patience);
  }

  /** Returns the path, or the URL with its ref, as the user wrote it. */
  public String named() {
    return url.map(remote -> remote + ref.map(r -> "#" + r).orElse("")).or(() -> path).orElse("");
  }
}
