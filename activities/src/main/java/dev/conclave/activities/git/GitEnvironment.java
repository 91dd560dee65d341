package dev.conclave.activities.git;

import java.util.List;
import java.util.Map;

/**
 * The environment of a Git command: an allow-list of what this process has, and what keeps Git from
 * prompting, from writing what it need not, and from settings that are not ours to follow.
 */
final class GitEnvironment {
  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "TMPDIR", "SYSTEMROOT", "XDG_CONFIG_HOME");

  private static final List<String> INHERITED_FOR_REMOTES =
      List.of(
          "SSH_AUTH_SOCK",
          "http_proxy",
          "https_proxy",
          "HTTPS_PROXY",
          "all_proxy",
          "ALL_PROXY",
          "no_proxy",
          "NO_PROXY",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "GIT_SSL_CAINFO");

  private final Map<String, String> inherited;

  GitEnvironment(Map<String, String> inherited) {
    this.inherited = Map.copyOf(inherited);
  }

  /** Makes {@code environment} that of a command at {@code place}, whatever it held before. */
  void fill(Map<String, String> environment, GitPlace place) {
    environment.clear();
    pass(environment, INHERITED);
    environment.put("LC_ALL", "C");
    environment.put("GIT_OPTIONAL_LOCKS", "0");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    environment.put("GIT_NO_REPLACE_OBJECTS", "1");
    environment.put("GIT_LITERAL_PATHSPECS", "1");
    environment.put("GIT_ALLOW_PROTOCOL", "https:ssh:git:file");
    if (place.userSettings()) {
      pass(environment, INHERITED_FOR_REMOTES);
      environment.put("GIT_SSH_COMMAND", "ssh -oBatchMode=yes");
    } else {
      environment.put("GIT_CONFIG_NOSYSTEM", "1");
      environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
      environment.put("GIT_ATTR_NOSYSTEM", "1");
    }
    environment.putAll(place.environment());
  }

  private void pass(Map<String, String> environment, List<String> names) {
    for (String name : names) {
      String value = inherited.get(name);
      if (value != null) {
        environment.put(name, value);
      }
    }
  }
}
