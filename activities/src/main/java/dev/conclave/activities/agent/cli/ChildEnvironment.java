package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.config.AgentConfiguration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A child's environment, made from nothing. */
public final class ChildEnvironment {
  /** What every agent inherits: who and where the user is, how the network is reached. */
  public static final Set<String> COMMON =
      Set.of(
          "HOME",
          "USER",
          "LOGNAME",
          "PATH",
          "SHELL",
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "TMPDIR",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "XDG_CACHE_HOME",
          "XDG_STATE_HOME",
          "XDG_RUNTIME_DIR",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "NO_PROXY",
          "http_proxy",
          "https_proxy",
          "no_proxy",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "NODE_EXTRA_CA_CERTS");

  private ChildEnvironment() {}

  /** What the child inherits, and what the configuration sets over it. */
  public static Map<String, String> inherited(
      AgentCli cli, AgentConfiguration configuration, Map<String, String> ours) {
    Map<String, String> child = new TreeMap<>();
    Stream.of(COMMON, cli.inherits(), configuration.envAllow())
        .flatMap(java.util.Collection::stream)
        .filter(ours::containsKey)
        .forEach(name -> child.put(name, ours.getOrDefault(name, "")));
    child.put("TERM", "dumb");
    child.put("NO_COLOR", "1");
    child.putAll(configuration.extraEnv());
    return child;
  }

  /** All of it; the configuration has the last word over the adapter. */
  public static Map<String, String> of(
      Map<String, String> inherited, CommandLine line, AgentConfiguration configuration) {
    Map<String, String> child = new TreeMap<>(inherited);
    child.putAll(line.environment());
    child.putAll(configuration.extraEnv());
    return child;
  }
}
