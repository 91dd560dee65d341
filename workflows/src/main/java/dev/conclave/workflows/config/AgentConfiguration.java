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
 * @param slots calls of this agent that may run side by side on one host (1-64)
 * @param timeouts wall clock by kind of role, over {@link Timeouts}
 * @param staleAfter no output for so long is a kill
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

  /** Default number of calls of one agent side by side on a host. */
  public static final int DEFAULT_SLOTS = 2;

  /** Default of {@link #staleAfter()}. */
  public static final Duration DEFAULT_STALE_AFTER = Duration.ofMinutes(3);

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
    model = orEmpty(model);
    perspective = orEmpty(perspective);
    extraArgs = copy(extraArgs);
    envAllow = copy(envAllow);
    argv = copy(argv);
    writeArgv = copy(writeArgv);
    extraEnv = extraEnv == null ? Map.of() : Map.copyOf(extraEnv);
    timeouts = timeouts == null ? Map.of() : Map.copyOf(timeouts);
    slots = slots == 0 ? DEFAULT_SLOTS : slots;
    staleAfter = staleAfter == null ? DEFAULT_STALE_AFTER : staleAfter;
    onRateLimit = onRateLimit == null ? OnRateLimit.NEXT : onRateLimit;
    prompt = prompt == null ? PromptBy.STDIN : prompt;
    // The mapper gives an empty text for one that is not there.
    type = type == null || type.isBlank() ? null : type;
    binary = binary == null || binary.isBlank() ? null : binary;
    output = output == null || output.isBlank() ? "text" : output;
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
    Map<String, Duration> shorter = new HashMap<>(timeouts);
    shorter.replaceAll((kind, own) -> Timeouts.least(own, limits.get(kind)));
    return YamlDocument.with(this, Map.of("timeouts", shorter));
  }

  private static Optional<String> orEmpty(@Nullable Optional<String> value) {
    return value == null ? Optional.empty() : value;
  }

  private static List<String> copy(@Nullable List<String> list) {
    return list == null ? List.of() : List.copyOf(list);
  }
}
