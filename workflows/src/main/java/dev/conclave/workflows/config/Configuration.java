package dev.conclave.workflows.config;

import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All settings of a user or operator, parsed strictly from YAML; see docs/configuration.md.
 *
 * @param tools the analysts; empty unless the user names them; {@link #analysts()} has the defaults
 * @param fallback as in the file; {@link #chain()} has the effective order
 * @param sandbox for all agents; in the file {@code agents.sandbox}
 * @param approvers public keys of people who sign answers, by name
 * @param approverKey file of the user's own private key
 */
@RecordBuilder
public record Configuration(
    Map<String, AgentConfiguration> agents,
    List<String> tools,
    Optional<List<String>> fallback,
    Optional<String> moderator,
    int slots,
    Map<String, Duration> timeouts,
    SearchConfiguration search,
    BudgetLimits budget,
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
    NotificationConfiguration notifications,
    SandboxPolicy sandbox,
    MessagePolicy messages,
    Map<String, String> approvers,
    Optional<String> approverKey,
    ExecutionConfiguration execution)
    implements ConfigurationBuilder.With {

  /** Default of {@link #hostPatience()}; longer than a worker's restart. */
  public static final Duration DEFAULT_HOST_PATIENCE = Duration.ofMinutes(5);

  /** Makes this host's worker reload its configuration and environment. */
  public static final String RESTART_WORKER = "conclave down && conclave up";

  static final Map<String, Duration> TIMEOUTS =
      Map.of(
          "analysis", Duration.ofMinutes(10),
          "planning", Duration.ofMinutes(15),
          "execution", Duration.ofMinutes(30),
          "exploration", Duration.ofMinutes(10),
          "conflict", Duration.ofMinutes(10),
          "reanalysis", Duration.ofMinutes(5),
          "topic", Duration.ofMinutes(3));

  public enum SandboxPolicy {
    /** The strictest level available on this host. */
    AUTO,
    /** Refuses calls without a sandbox. */
    REQUIRE,
    OFF
  }

  public enum MessagePolicy {
    /** Accepts any readable message. */
    LENIENT,
    /** Accepts only messages encrypted for the session, in new sessions. */
    SEALED
  }

  public record Price(double input, double output) {
    public double of(long tokensIn, long tokensOut) {
      return (tokensIn * input + tokensOut * output) / 1_000_000;
    }
  }

  public Configuration {
    fallback = fallback.filter(chain -> !chain.isEmpty());
    slots = slots == 0 ? 4 : slots;
    Map<String, Duration> merged = new HashMap<>(TIMEOUTS);
    merged.putAll(timeouts);
    timeouts = Map.copyOf(merged);
    search = search == null ? new SearchConfiguration(Optional.empty()) : search;
    budget = budget == null ? BudgetLimits.NONE : budget;
    languages = languages.isEmpty() ? List.of("en") : languages;
    maxOutputBytes = maxOutputBytes == 0 ? 64L << 20 : maxOutputBytes;
    promptContextBytes = promptContextBytes == 0 ? 16 << 10 : promptContextBytes;
    hostPatience = hostPatience == null ? DEFAULT_HOST_PATIENCE : hostPatience;
    spoolDays = spoolDays == 0 ? 30 : spoolDays;
    spoolBytes = spoolBytes == 0 ? 1L << 30 : spoolBytes; // several thousand calls
    notifications =
        notifications == null
            ? new NotificationConfiguration(List.of(), Optional.empty())
            : notifications;
    sandbox = sandbox == null ? SandboxPolicy.AUTO : sandbox;
    messages = messages == null ? MessagePolicy.LENIENT : messages;
    execution = execution == null ? YamlDocument.empty(ExecutionConfiguration.class) : execution;
  }

  public static Configuration defaults() {
    return YamlDocument.empty(Configuration.class);
  }

  /**
   * Returns {@code CONCLAVE_CONFIG}, else {@code conclave/config.yaml} in {@code XDG_CONFIG_HOME}.
   */
  public static Path file(Map<String, String> environment, Path home) {
    return DataFolder.place(
        environment, "CONCLAVE_CONFIG", "XDG_CONFIG_HOME", home, ".config", "conclave/config.yaml");
  }

  /**
   * Returns the effective configuration; the defaults when there is no file and none was named.
   *
   * @throws ConfigurationException when the named file is missing, or a file is invalid
   */
  public static Configuration load(Map<String, String> environment, Path home) {
    Path file = file(environment, home);
    if (Files.exists(file)) {
      return read(file);
    }
    if (!environment.getOrDefault("CONCLAVE_CONFIG", "").isBlank()) {
      throw new ConfigurationException(
          file + ": does not exist; create it, or unset CONCLAVE_CONFIG to use the defaults");
    }
    return defaults();
  }

  /**
   * Reads one file.
   *
   * @throws ConfigurationException naming file, line and fix
   */
  public static Configuration read(Path file) {
    YamlDocument document = YamlDocument.read(file);
    new ConfigurationRules(document).liftSandbox();
    Configuration configuration = document.bind(Configuration.class);
    new ConfigurationRules(document).check(configuration);
    return configuration;
  }

  public AgentConfiguration agent(String name) {
    return agents.getOrDefault(name, AgentConfiguration.defaults());
  }

  /** Returns the timeout of an agent's calls of a kind: its own, else the general one. */
  public Duration timeout(String agent, String kind) {
    return agent(agent)
        .timeouts()
        .getOrDefault(kind, timeouts.getOrDefault(kind, Duration.ofMinutes(10)));
  }

  /** Returns the analysts of a session that names none. */
  public List<String> analysts() {
    return tools.isEmpty() ? List.of("gemini", "codex") : tools;
  }

  /**
   * Returns the order of fallback agents: the file's {@code fallback}, else its {@code tools}, so
   * that no other agent is asked, else the agents that Conclave knows best.
   */
  public List<String> chain() {
    List<String> others = tools.isEmpty() ? List.of("gemini", "codex", "qwen", "claude") : tools;
    return fallback.orElseGet(
        () -> Stream.concat(others.stream(), Stream.of(AgentStatus.DIRECT)).distinct().toList());
  }

  /** Returns the price of a model, by the longest configured prefix of its name. */
  public Optional<Price> price(String model) {
    return prices.entrySet().stream()
        .filter(entry -> model.startsWith(entry.getKey()))
        .max(Comparator.comparingInt(entry -> entry.getKey().length()))
        .map(Map.Entry::getValue);
  }

  /** Applies a session's options: other tools, if any, a moderator, a budget. */
  public Configuration forSession(
      List<String> named, Optional<String> namedModerator, BudgetLimits limits) {
    return withTools(named.isEmpty() ? tools : named)
        .withModerator(namedModerator)
        .withBudget(limits);
  }

  Configuration within(RepositoryLimits limits, List<String> permitted, List<String> chain) {
    Map<String, AgentConfiguration> slower = new HashMap<>(agents);
    slower.replaceAll((name, agent) -> agent.atMost(limits.timeouts()));
    return withAgents(slower)
        .withTools(permitted)
        .withFallback(Optional.of(chain))
        .withModerator(moderator.filter(limits::permits))
        .withSlots(Math.min(slots, limits.slots().orElse(slots)))
        .withTimeouts(AgentConfiguration.least(timeouts, limits.timeouts()))
        .withBudget(budget.atMost(limits.budget()))
        .withMaxOutputBytes(
            Math.min(maxOutputBytes, limits.maxOutputBytes().orElse(maxOutputBytes)))
        .withPromptContextBytes(
            Math.min(promptContextBytes, limits.promptContextBytes().orElse(promptContextBytes)));
  }

  public record EncryptionConfiguration(String keyId, Map<String, String> keys) {}
}
