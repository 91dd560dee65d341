package dev.conclave.workflows.config;

import dev.conclave.workflows.api.AgentStatus;
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
 * @param fallback the order in which agents stand in for one another, when the file names one;
 *     {@link #chain()} is the order that holds
 * @param moderator who moderates the discussion; the first usable agent when nobody is named
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
 * @param spoolDays how long what an agent call was sent and printed is kept, once nobody needs it
 * @param spoolBytes of it in all; beyond that the oldest goes first
 * @param notifications who is told when a session awaits a human
 */
public record Configuration(
    Map<String, AgentConfiguration> agents,
    List<String> tools,
    Optional<List<String>> fallback,
    Optional<String> moderator,
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
    int spoolDays,
    long spoolBytes,
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

  private static final int DEFAULT_SPOOL_DAYS = 30;
  private static final long DEFAULT_SPOOL_BYTES = 1L << 30; // some thousand calls

  public Configuration {
    agents = agents == null ? Map.of() : Map.copyOf(new LinkedHashMap<>(agents));
    tools = orDefault(tools, DEFAULT_TOOLS);
    fallback = fallback == null ? Optional.empty() : fallback.filter(chain -> !chain.isEmpty());
    moderator = moderator == null ? Optional.empty() : moderator;
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
    spoolDays = spoolDays == 0 ? DEFAULT_SPOOL_DAYS : spoolDays;
    spoolBytes = spoolBytes == 0 ? DEFAULT_SPOOL_BYTES : spoolBytes;
    notifications = notifications == null ? NotificationConfiguration.none() : notifications;
  }

  /** What holds on a machine without a configuration file. */
  public static Configuration defaults() {
    return YamlDocument.empty(Configuration.class);
  }

  /** The settings of one agent, its defaults when the configuration does not name it. */
  public AgentConfiguration agent(String name) {
    return agents.getOrDefault(name, AgentConfiguration.defaults());
  }

  /** Who stands in for whom, in order: the configured chain, else {@link #DEFAULT_FALLBACK}. */
  public List<String> chain() {
    return fallback.orElse(DEFAULT_FALLBACK);
  }

  /** A model's own price, else that of the longest name it begins with. */
  public Optional<Price> price(String model) {
    return prices.entrySet().stream()
        .filter(entry -> model.startsWith(entry.getKey()))
        .max(Comparator.comparingInt(entry -> entry.getKey().length()))
        .map(Map.Entry::getValue);
  }

  /** The same with what the user names for one session. */
  public Configuration forSession(
      List<String> named, Optional<String> namedModerator, BudgetConfiguration limits) {
    return with(Map.of("tools", named, "moderator", namedModerator, "budget", limits));
  }

  /** The same for a worker that serves its own host only, or not. */
  public Configuration withOwnHostOnly(boolean only) {
    return with(Map.of("own_host_only", only));
  }

  /** The same with other values of some keys, as the file calls them. */
  Configuration with(Map<String, ?> values) {
    return YamlDocument.with(this, values);
  }

  private static List<String> orDefault(@Nullable List<String> value, List<String> otherwise) {
    return value == null || value.isEmpty() ? otherwise : List.copyOf(value);
  }
}
