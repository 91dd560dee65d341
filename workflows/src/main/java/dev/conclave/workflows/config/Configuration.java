package dev.conclave.workflows.config;

import dev.conclave.workflows.agent.AgentStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user or an operator can set, read from YAML by {@link ConfigurationReader}. Client
 * and worker read the same record.
 *
 * @param agents by name; names that are not here have their defaults
 * @param tools the analysts of a session that names none
 * @param fallback the order in which agents stand in for one another
 * @param slots agent calls that may run side by side on one host, all agents together (1-256)
 * @param timeouts wall clocks
 * @param search where context comes from
 * @param budget limits of a session that names none
 * @param languages of the artifacts: {@code en}, and {@code zh} when wanted
 * @param maxOutputBytes a CLI that prints more is killed
 * @param promptContextBytes what one prompt says of the code
 * @param trustAgentSettings whether agent settings that a repository brings (such as {@code
 *     .gemini/}) are seen by the agents
 * @param encryption of payloads; off without a key
 * @param prices of models, in USD per million tokens
 * @param ownHostOnly a worker that leaves queue {@code conclave}, workflows and workspaces by URL,
 *     to others
 * @param hostPatience how long a host that takes up no work on a workspace by URL is waited for
 *     before it is looked whether another must take its place
 * @param notifications who is told when a session awaits a human
 */
public record Configuration(
    Map<String, AgentConfiguration> agents,
    List<String> tools,
    List<String> fallback,
    int slots,
    Timeouts timeouts,
    SearchConfiguration search,
    BudgetConfiguration budget,
    List<String> languages,
    long maxOutputBytes,
    int promptContextBytes,
    boolean trustAgentSettings,
    Optional<EncryptionConfiguration> encryption,
    Map<String, Price> prices,
    boolean ownHostOnly,
    Duration hostPatience,
    NotificationConfiguration notifications) {

  /** Analysts asked when neither the user nor the configuration names any. */
  public static final List<String> DEFAULT_TOOLS = List.of("gemini", "codex");

  /** Stand-ins, in order, when the configuration names none. */
  public static final List<String> DEFAULT_FALLBACK =
      List.of("gemini", "codex", "qwen", "claude", AgentStatus.DIRECT);

  /** Default of {@link #slots()}. */
  public static final int DEFAULT_SLOTS = 4;

  /** Default of {@link #maxOutputBytes()}: 64 MiB. */
  public static final long DEFAULT_MAX_OUTPUT_BYTES = 64L << 20;

  /** Default of {@link #promptContextBytes()}: 16 KiB. */
  public static final int DEFAULT_PROMPT_CONTEXT_BYTES = 16 << 10;

  /** Default of {@link #hostPatience()}: longer than a worker takes to be started again. */
  public static final Duration DEFAULT_HOST_PATIENCE = Duration.ofMinutes(5);

  public Configuration {
    agents = agents == null ? Map.of() : Map.copyOf(new LinkedHashMap<>(agents));
    tools = orDefault(tools, DEFAULT_TOOLS);
    fallback = orDefault(fallback, DEFAULT_FALLBACK);
    slots = slots == 0 ? DEFAULT_SLOTS : slots;
    timeouts = timeouts == null ? Timeouts.defaults() : timeouts;
    search = search == null ? SearchConfiguration.defaults() : search;
    budget = budget == null ? BudgetConfiguration.none() : budget;
    languages = orDefault(languages, List.of("en"));
    maxOutputBytes = maxOutputBytes == 0 ? DEFAULT_MAX_OUTPUT_BYTES : maxOutputBytes;
    promptContextBytes =
        promptContextBytes == 0 ? DEFAULT_PROMPT_CONTEXT_BYTES : promptContextBytes;
    encryption = encryption == null ? Optional.empty() : encryption;
    prices = prices == null ? Map.of() : Map.copyOf(prices);
    hostPatience = hostPatience == null ? DEFAULT_HOST_PATIENCE : hostPatience;
    notifications = notifications == null ? NotificationConfiguration.none() : notifications;
  }

  /** What holds on a machine without a configuration file. */
  public static Configuration defaults() {
    return new Configuration(
        Map.of(),
        DEFAULT_TOOLS,
        DEFAULT_FALLBACK,
        DEFAULT_SLOTS,
        Timeouts.defaults(),
        SearchConfiguration.defaults(),
        BudgetConfiguration.none(),
        List.of("en"),
        DEFAULT_MAX_OUTPUT_BYTES,
        DEFAULT_PROMPT_CONTEXT_BYTES,
        false,
        Optional.empty(),
        Map.of(),
        false,
        DEFAULT_HOST_PATIENCE,
        NotificationConfiguration.none());
  }

  /** The settings of one agent, its defaults when the configuration does not name it. */
  public AgentConfiguration agent(String name) {
    return agents.getOrDefault(name, AgentConfiguration.defaults());
  }

  /** A model's own price, else that of the longest name it begins with. */
  public Optional<Price> price(String model) {
    return prices.entrySet().stream()
        .filter(entry -> model.startsWith(entry.getKey()))
        .max(Comparator.comparingInt(entry -> entry.getKey().length()))
        .map(Map.Entry::getValue);
  }

  /** The same with what the user names for one session. */
  public Configuration forSession(List<String> named, BudgetConfiguration limits) {
    return withLimits(
        agents, named, fallback, slots, timeouts, limits, maxOutputBytes, promptContextBytes);
  }

  /** The same for a worker that serves its own host only, or not. */
  public Configuration withOwnHostOnly(boolean only) {
    return new Configuration(
        agents,
        tools,
        fallback,
        slots,
        timeouts,
        search,
        budget,
        languages,
        maxOutputBytes,
        promptContextBytes,
        trustAgentSettings,
        encryption,
        prices,
        only,
        hostPatience,
        notifications);
  }

  /** The same configuration with the settings that a repository may narrow. */
  Configuration withLimits(
      Map<String, AgentConfiguration> newAgents,
      List<String> newTools,
      List<String> newFallback,
      int newSlots,
      Timeouts newTimeouts,
      BudgetConfiguration newBudget,
      long newMaxOutputBytes,
      int newPromptContextBytes) {
    return new Configuration(
        newAgents,
        newTools,
        newFallback,
        newSlots,
        newTimeouts,
        search,
        newBudget,
        languages,
        newMaxOutputBytes,
        newPromptContextBytes,
        trustAgentSettings,
        encryption,
        prices,
        ownHostOnly,
        hostPatience,
        notifications);
  }

  private static List<String> orDefault(@Nullable List<String> value, List<String> otherwise) {
    return value == null || value.isEmpty() ? otherwise : List.copyOf(value);
  }
}
