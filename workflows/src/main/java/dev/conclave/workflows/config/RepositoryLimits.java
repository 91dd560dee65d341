package dev.conclave.workflows.config;

import dev.conclave.workflows.api.AgentStatus;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a repository's own {@link #FILE} asks of a session: less, never more. A cloned repository
 * must not run programs, so whatever could name one is not even a key here.
 *
 * @param tools the only agents that may be asked; all when absent
 * @param fallback the only stand-ins; those of {@code tools} when absent
 * @param slots at most so many calls side by side
 * @param timeouts at most so long, by kind
 * @param budget at most so much
 * @param maxOutputBytes at most so many
 * @param promptContextBytes at most so many
 */
public record RepositoryLimits(
    Optional<List<String>> tools,
    Optional<List<String>> fallback,
    Optional<Integer> slots,
    Map<String, Duration> timeouts,
    BudgetConfiguration budget,
    Optional<Long> maxOutputBytes,
    Optional<Integer> promptContextBytes) {

  /** The file's name, at the top of a repository. */
  public static final String FILE = ".conclave.yaml";

  private static final Set<String> USERS_OWN =
      Stream.of(Configuration.class.getRecordComponents())
          .map(
              component ->
                  component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());

  public RepositoryLimits {
    tools = tools == null ? Optional.empty() : tools.map(List::copyOf);
    fallback = fallback == null ? Optional.empty() : fallback.map(List::copyOf);
    slots = slots == null ? Optional.empty() : slots;
    timeouts = timeouts == null ? Map.of() : Map.copyOf(timeouts);
    budget = budget == null ? BudgetConfiguration.none() : budget;
    maxOutputBytes = maxOutputBytes == null ? Optional.empty() : maxOutputBytes;
    promptContextBytes = promptContextBytes == null ? Optional.empty() : promptContextBytes;
  }

  /**
   * Reads a repository's file; empty when it has none.
   *
   * @throws ConfigurationException when it is wrong or wants more than to narrow
   */
  public static Optional<RepositoryLimits> read(Path repository) {
    Path file = repository.resolve(FILE);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    // A link is refused: an error message would quote from wherever it leads.
    YamlDocument document = YamlDocument.read(file, LinkOption.NOFOLLOW_LINKS);
    RepositoryLimits limits = document.bind(RepositoryLimits.class, RepositoryLimits::explain);
    new ConfigurationRules(document).checkLimits();
    return Optional.of(limits);
  }

  /** Whether an agent may be asked about this repository; the built-in analyst always may. */
  public boolean permits(String agent) {
    return agent.equals(AgentStatus.DIRECT)
        || tools.isEmpty()
        || tools.get().contains(agent)
        || fallback.orElse(List.of()).contains(agent);
  }

  /**
   * The user's configuration, narrowed.
   *
   * @throws ConfigurationException when no tool is left
   */
  public Configuration narrow(Configuration user) {
    List<String> left = user.tools().stream().filter(this::permitsAsTool).toList();
    if (left.isEmpty()) {
      throw new ConfigurationException(
          "%s permits only %s, none of which is among your tools %s: name one with --tools"
              .formatted(FILE, tools.orElse(List.of()), user.tools()));
    }
    List<String> chain = user.chain().stream().filter(this::permitsAsStandIn).toList();
    Map<String, AgentConfiguration> agents = new HashMap<>(user.agents());
    agents.replaceAll((name, agent) -> agent.atMost(timeouts));
    return user.with(
        Map.of(
            "agents",
            agents,
            "tools",
            left,
            "fallback",
            chain.isEmpty() ? List.of(AgentStatus.DIRECT) : chain,
            "moderator",
            user.moderator().filter(this::permits),
            "slots",
            Math.min(user.slots(), slots.orElse(Integer.MAX_VALUE)),
            "timeouts",
            user.timeouts().atMost(timeouts),
            "budget",
            user.budget().atMost(budget),
            "max_output_bytes",
            Math.min(user.maxOutputBytes(), maxOutputBytes.orElse(Long.MAX_VALUE)),
            "prompt_context_bytes",
            Math.min(user.promptContextBytes(), promptContextBytes.orElse(Integer.MAX_VALUE))));
  }

  private boolean permitsAsTool(String agent) {
    return agent.equals(AgentStatus.DIRECT) || tools.map(t -> t.contains(agent)).orElse(true);
  }

  private boolean permitsAsStandIn(String agent) {
    return fallback
        .map(f -> agent.equals(AgentStatus.DIRECT) || f.contains(agent))
        .orElse(permits(agent));
  }

  private static String explain(String key, List<String> known) {
    return USERS_OWN.contains(key)
        ? "a repository may only narrow (%s); this one is yours to set, in your own config.yaml"
            .formatted(String.join(", ", known))
        : YamlDocument.unknownKey(key, known);
  }
}
