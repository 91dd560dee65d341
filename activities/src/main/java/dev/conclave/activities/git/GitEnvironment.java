package dev.conclave.activities.git;

import dev.conclave.workflows.config.SearchPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of a Git command: few inherited variables, no prompts, transports or programs.
 */
final class GitEnvironment {
  private static final List<String> INHERITED =
      List.of("HOME", "TMPDIR", "SYSTEMROOT", "XDG_CONFIG_HOME");

  /** Git uses SUDO_UID to decide whose repositories root may read. */
  private static final List<String> INHERITED_FOR_SETTINGS =
      List.of("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "SUDO_UID");

  private static final List<String> INHERITED_FOR_REMOTES =
      List.of(
          ("SSH_AUTH_SOCK http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY"
                  + " SSL_CERT_FILE SSL_CERT_DIR GIT_SSL_CAINFO")
              .split(" "));

  /** Git versions without GIT_NO_LAZY_FETCH start a lazy fetch, which then has no transport. */
  private static final Map<String, String> ALWAYS =
      Map.of(
          "LC_ALL", "C",
          "GIT_OPTIONAL_LOCKS", "0",
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_ASKPASS", "",
          "GIT_PAGER", "cat",
          "GIT_NO_REPLACE_OBJECTS", "1",
          "GIT_LITERAL_PATHSPECS", "1",
          "GIT_NO_LAZY_FETCH", "1",
          "GIT_ALLOW_PROTOCOL", "");

  private final Map<String, String> inherited;

  /** What a command may access besides its repository. */
  enum Reach {
    /** No user or system settings, and no transport. */
    REPOSITORY,
    /** The user's settings, for commands that only read or apply settings; no transport. */
    SETTINGS,
    /** The user's settings and remote repositories. */
    REMOTE
  }

  GitEnvironment(Map<String, String> inherited) {
    this.inherited = Map.copyOf(inherited);
  }

  /** Replaces {@code environment} with a command's environment. */
  void fill(Map<String, String> environment, Reach reach, SearchPath path) {
    environment.clear();
    pass(environment, INHERITED);
    environment.put("PATH", path.value());
    environment.putAll(ALWAYS);
    if (reach == Reach.REPOSITORY) {
      environment.put("GIT_CONFIG_NOSYSTEM", "1");
      environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
      environment.put("GIT_ATTR_NOSYSTEM", "1");
    } else {
      pass(environment, INHERITED_FOR_SETTINGS);
    }
    if (reach == Reach.REMOTE) {
      pass(environment, INHERITED_FOR_REMOTES);
      environment.remove("GIT_ASKPASS");
      environment.put("GIT_ALLOW_PROTOCOL", "https:ssh:git:file");
      environment.put("GIT_SSH_COMMAND", "ssh -oBatchMode=yes");
    }
  }

  Optional<Path> defaultExcludes() {
    return value("XDG_CONFIG_HOME")
        .or(() -> value("HOME").map(home -> home + "/.config"))
        .map(folder -> Path.of(folder, "git", "ignore"));
  }

  /**
   * Returns the search path for programs that work in a folder; it excludes the folder's
   * repository.
   */
  SearchPath path(Path folder) {
    return SearchPath.of(inherited).outside(folder);
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(inherited.get(name)).filter(value -> !value.isEmpty());
  }

  private void pass(Map<String, String> environment, List<String> names) {
    names.forEach(name -> value(name).ifPresent(value -> environment.put(name, value)));
  }
}
