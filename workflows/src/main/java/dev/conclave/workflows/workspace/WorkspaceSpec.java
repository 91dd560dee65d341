package dev.conclave.workflows.workspace;

import java.util.Optional;

/**
 * The repository as the user named it: a path on a host, or a Git URL with an optional ref.
 *
 * @param path absolute, on {@code host}; absent for a URL
 * @param host id of the host that has the path; absent for a URL
 * @param url a Git URL; absent for a path
 * @param ref branch, tag or commit of the URL; the remote's default when absent
 */
public record WorkspaceSpec(
    Optional<String> path, Optional<String> host, Optional<String> url, Optional<String> ref) {

  /** A folder on a host. */
  public static WorkspaceSpec ofPath(String host, String path) {
    return new WorkspaceSpec(
        Optional.of(path), Optional.of(host), Optional.empty(), Optional.empty());
  }

  /** A repository that any worker can clone. */
  public static WorkspaceSpec ofUrl(String url, Optional<String> ref) {
    return new WorkspaceSpec(Optional.empty(), Optional.empty(), Optional.of(url), ref);
  }

  /** The path, or the URL with its ref, as the user wrote it. */
  public String named() {
    return url.map(remote -> remote + ref.map(r -> "#" + r).orElse("")).or(() -> path).orElse("");
  }
}
