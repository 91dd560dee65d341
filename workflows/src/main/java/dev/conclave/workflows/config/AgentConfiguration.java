package dev.conclave.workflows.config;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How to run one agent CLI on this host; docs/configuration.md explains each key.
 *
 * @param networkAllow reachable non-public addresses, {@code host:port}
 * @param readable additional paths to read in a sandbox
 * @param writable additional paths to change
 */
@RecordBuilder
public record AgentConfiguration(
    @Nullable String type,
    @Nullable String binary,
    Optional<String> model,
    List<String> extraArgs,
    Map<String, String> extraEnv,
    List<String> envAllow,
    Optional<String> perspective,
    int slots,
    Map<String, Duration> timeouts,
    Duration staleAfter,
    OnRateLimit onRateLimit,
    List<String> argv,
    List<String> writeArgv,
    PromptBy prompt,
    String output,
    boolean write,
    Network network,
    List<String> networkAllow,
    List<String> readable,
    List<String> writable)
    implements AgentConfigurationBuilder.With {

  private static final AgentConfiguration DEFAULTS = YamlDocument.empty(AgentConfiguration.class);

  public enum OnRateLimit {
    NEXT,
    WAIT
  }

  public enum PromptBy {
    STDIN,
    ARGUMENT
  }

  public enum Network {
    /** Public addresses, through Conclave's proxy. */
    API,
    /** Everything the user can reach, including services of this machine. */
    HOST,
    NONE
  }

  public AgentConfiguration {
    slots = slots == 0 ? 2 : slots;
    staleAfter = staleAfter == null ? Duration.ofMinutes(3) : staleAfter;
    onRateLimit = onRateLimit == null ? OnRateLimit.NEXT : onRateLimit;
    prompt = prompt == null ? PromptBy.STDIN : prompt;
    // The mapper reads a missing text as empty.
    type = type == null || type.isBlank() ? null : type;
    binary = binary == null || binary.isBlank() ? null : binary;
    output = output.isBlank() ? "text" : output;
    network = network == null ? Network.API : network;
  }

  public static AgentConfiguration defaults() {
    return DEFAULTS;
  }

  /** Returns the adapter that runs the agent called {@code name}. */
  public String typeFor(String name) {
    return type != null ? type : argv.isEmpty() ? name : AgentProgram.CUSTOM;
  }

  AgentConfiguration atMost(Map<String, Duration> limits) {
    return withTimeouts(least(timeouts, limits));
  }

  /** Caps each timeout at the limit of its kind. */
  static Map<String, Duration> least(Map<String, Duration> own, Map<String, Duration> limits) {
    Map<String, Duration> shorter = new HashMap<>(own);
    shorter.replaceAll(
        (kind, clock) -> {
          Duration limit = limits.getOrDefault(kind, clock);
          return clock.compareTo(limit) <= 0 ? clock : limit;
        });
    return shorter;
  }
}
