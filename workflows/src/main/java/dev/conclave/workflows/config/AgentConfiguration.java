package dev.conclave.workflows.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one agent CLI is run on this host.
 *
 * @param type one of {@link AgentProgram#types}; by default the agent's own name, or custom when
 *     {@code argv} is given
 * @param binary the program: a name looked up on PATH or a path; by default the type's own name
 * @param model the model asked for; the CLI's default when absent
 * @param extraArgs arguments appended to the adapter's own
 * @param extraEnv variables set in the child's environment
 * @param envAllow names of variables passed through from our environment, beside the adapter's own
 * @param perspective what the analyst looks from; the adapter's default when absent
 * @param slots calls of this agent that may run side by side on one host (1-64), by default 2
 * @param timeouts wall clock by kind of role, over {@link Configuration#timeouts()}
 * @param staleAfter no output for so long is a kill; by default 3 minutes
 * @param onRateLimit {@code next} agent of the chain, or {@code wait} durably until the reset
 * @param argv the command line of a custom agent
 * @param writeArgv the command line of a custom agent in write mode; without it, it cannot write
 * @param prompt how a custom agent takes its prompt: {@code stdin} or {@code argument}
 * @param output how a custom agent answers: {@code text}, {@code json:/pointer} or {@code
 *     jsonl:/pointer}
 * @param write whether the agent may be asked in write mode
 */
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
    boolean write) {

  private static final AgentConfiguration DEFAULTS = YamlDocument.empty(AgentConfiguration.class);

  /** What a rate limit leads to. */
  public enum OnRateLimit {
    NEXT,
    WAIT
  }

  /** How the prompt reaches a custom agent. */
  public enum PromptBy {
    STDIN,
    ARGUMENT
  }

  public AgentConfiguration {
    slots = slots == 0 ? 2 : slots;
    staleAfter = staleAfter == null ? Duration.ofMinutes(3) : staleAfter;
    onRateLimit = onRateLimit == null ? OnRateLimit.NEXT : onRateLimit;
    prompt = prompt == null ? PromptBy.STDIN : prompt;
    // The mapper gives an empty text for one that is not there.
    type = type == null || type.isBlank() ? null : type;
    binary = binary == null || binary.isBlank() ? null : binary;
    output = output.isBlank() ? "text" : output;
  }

  /** The settings of an agent that the configuration does not name. */
  public static AgentConfiguration defaults() {
    return DEFAULTS;
  }

  /** The adapter that runs the agent called {@code name}. */
  public String typeFor(String name) {
    return type != null ? type : argv.isEmpty() ? name : AgentProgram.CUSTOM;
  }

  /** The same agent, none of its own wall clocks longer than the limit of its kind. */
  AgentConfiguration atMost(Map<String, Duration> limits) {
    return YamlDocument.with(this, Map.of("timeouts", least(timeouts, limits)));
  }

  /** Wall clocks, none longer than the limit of its kind. */
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
