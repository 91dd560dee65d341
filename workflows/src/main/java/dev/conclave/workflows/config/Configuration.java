package dev.conclave.workflows.config;

import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
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
 * Everything a user or an operator can set, read strictly from YAML; see docs/configuration.md.
 *
 * @param tools the analysts; empty until somebody names them, then {@link #tools()} has defaults
 * @param fallback the order in which agents stand in for one another, when the file names one;
 *     {@link #chain()} is the order that holds
 * @param sandbox for the calls of all agents; in the file {@code agents.sandbox}
 * @param approvers public keys of people who sign answers, by name
 * @param approverKey file of the user's own private key
 */
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
    ExecutionConfiguration execution) {

  /** Default of {@link #hostPatience()}: longer than a worker takes to be started again. */
  public static final Duration DEFAULT_HOST_PATIENCE = Duration.ofMinutes(5);

  /** Has this host's worker read its configuration and environment anew. */
  public static final String READ_ANEW = "conclave down && conclave up";

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
    /** The best that this host has. */
    AUTO,
    /** No call without a sandbox. */
    REQUIRE,
    OFF
  }

  public enum MessagePolicy {
    /** Anything that can be read counts. */
    LENIENT,
    /** In new sessions only what was encrypted for them counts. */
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
    Map<String, Duration> clocks = new HashMap<>(TIMEOUTS);
    clocks.putAll(timeouts);
    timeouts = Map.copyOf(clocks);
    search = search == null ? new SearchConfiguration(Optional.empty()) : search;
    budget = budget == null ? BudgetLimits.NONE : budget;
    languages = languages.isEmpty() ? List.of("en") : languages;
    maxOutputBytes = maxOutputBytes == 0 ? 64L << 20 : maxOutputBytes;
    promptContextBytes = promptContextBytes == 0 ? 16 << 10 : promptContextBytes;
    hostPatience = hostPatience == null ? DEFAULT_HOST_PATIENCE : hostPatience;
    spoolDays = spoolDays == 0 ? 30 : spoolDays;
    spoolBytes = spoolBytes == 0 ? 1L << 30 : spoolBytes; // some thousand calls
    notifications =
        notifications == null
            ? new NotificationConfiguration(List.of(), Optional.empty())
            : notifications;
    sandbox = sandbox == null ? SandboxPolicy.AUTO : sandbox;
    messages = messages == null ? MessagePolicy.LENIENT : messages;
    execution = execution == null ? YamlDocument.empty(ExecutionConfiguration.class) : execution;
  }

  /** Whether the user names the analysts: then no vendor is asked that nobody named. */
  public boolean namesTools() {
    return !tools.isEmpty();
  }

  public static Configuration defaults() {
    return YamlDocument.empty(Configuration.class);
  }

  /** {@code CONCLAVE_CONFIG}, else {@code conclave/config.yaml} in {@code XDG_CONFIG_HOME}. */
  public static Path file(Map<String, String> environment, Path home) {
    return DataFolder.place(
        environment, "CONCLAVE_CONFIG", "XDG_CONFIG_HOME", home, ".config", "conclave/config.yaml");
  }

  /**
   * The configuration that holds; the defaults when there is no file and none was named.
   *
   * @throws ConfigurationException when the file is missing though named, or wrong
   */
  public static Configuration load(Map<String, String> environment, Path home) {
    Path file = file(environment, home);
    if (Files.exists(file)) {
      return read(file);
    }
    if (!environment.getOrDefault("CONCLAVE_CONFIG", "").isBlank()) {
      throw new ConfigurationException(
          file + ": does not exist; make it, or unset CONCLAVE_CONFIG for the defaults");
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

  /** The wall clock of an agent's calls of a kind: its own, else that of all. */
  public Duration timeout(String agent, String kind) {
    return agent(agent)
        .timeouts()
        .getOrDefault(kind, timeouts.getOrDefault(kind, Duration.ofMinutes(10)));
  }

  /** The analysts of a session that names none. */
  @Override
  public List<String> tools() {
    return tools.isEmpty() ? List.of("gemini", "codex") : tools;
  }

  /**
   * The order in which agents stand in for one another: the one that the file names, else the tools
   * that it names, so that nobody else is asked, else those that Conclave knows best.
   */
  public List<String> chain() {
    List<String> others = tools.isEmpty() ? List.of("gemini", "codex", "qwen", "claude") : tools;
    return fallback.orElseGet(
        () -> Stream.concat(others.stream(), Stream.of(AgentStatus.DIRECT)).distinct().toList());
  }

  /** A model's own price, else that of the longest name it begins with. */
  public Optional<Price> price(String model) {
    return prices.entrySet().stream()
        .filter(entry -> model.startsWith(entry.getKey()))
        .max(Comparator.comparingInt(entry -> entry.getKey().length()))
        .map(Map.Entry::getValue);
  }

  /** Takes what the user names for one session: other tools, if any, a moderator, a budget. */
  public Configuration forSession(
      List<String> named, Optional<String> namedModerator, BudgetLimits limits) {
    return with(
        agents,
        named.isEmpty() ? tools : named,
        fallback,
        namedModerator,
        slots,
        timeouts,
        limits,
        maxOutputBytes,
        promptContextBytes,
        ownHostOnly);
  }

  /** The same for a worker that serves its own host only, or not. */
  public Configuration withOwnHostOnly(boolean only) {
    return with(
        agents,
        tools,
        fallback,
        moderator,
        slots,
        timeouts,
        budget,
        maxOutputBytes,
        promptContextBytes,
        only);
  }

  /** The same with these in place of what a session or a repository may change. */
  private Configuration with(
      Map<String, AgentConfiguration> others,
      List<String> analysts,
      Optional<List<String>> standIns,
      Optional<String> moderates,
      int atOnce,
      Map<String, Duration> clocks,
      BudgetLimits limits,
      long outputBytes,
      int promptBytes,
      boolean alone) {
    return new Configuration(
        others,
        analysts,
        standIns,
        moderates,
        atOnce,
        clocks,
        search,
        limits,
        languages,
        outputBytes,
        promptBytes,
        trustAgentSettings,
        encryption,
        prices,
        alone,
        hostPatience,
        spoolDays,
        spoolBytes,
        notifications,
        sandbox,
        messages,
        approvers,
        approverKey,
        execution);
  }

  /** The same within the limits of a repository. */
  Configuration within(RepositoryLimits limits, List<String> permitted, List<String> chain) {
    Map<String, AgentConfiguration> slower = new HashMap<>(agents);
    slower.replaceAll((name, agent) -> agent.atMost(limits.timeouts()));
    return with(
        slower,
        permitted,
        Optional.of(chain),
        moderator.filter(limits::permits),
        Math.min(slots, limits.slots().orElse(slots)),
        AgentConfiguration.least(timeouts, limits.timeouts()),
        budget.atMost(limits.budget()),
        Math.min(maxOutputBytes, limits.maxOutputBytes().orElse(maxOutputBytes)),
        Math.min(promptContextBytes, limits.promptContextBytes().orElse(promptContextBytes)),
        ownHostOnly);
  }

  public record EncryptionConfiguration(String keyId, Map<String, String> keys) {}
}
