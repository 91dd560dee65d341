package dev.conclave.workflows.config;

import dev.conclave.workflows.api.AgentStatus;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    BudgetLimits budget,
    Optional<Long> maxOutputBytes,
    Optional<Integer> promptContextBytes) {

  /** The file's name, at the top of a repository. */
  public static final String FILE = ".conclave.yaml";

  public RepositoryLimits {
    budget = budget == null ? BudgetLimits.NONE : budget;
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
    return in(tools, agent) || fallback.orElse(List.of()).contains(agent);
  }

  /**
   * The user's configuration, narrowed.
   *
   * @throws ConfigurationException when no tool is left
   */
  public Configuration narrow(Configuration user) {
    List<String> left = user.tools().stream().filter(agent -> in(tools, agent)).toList();
    if (left.isEmpty()) {
      throw new ConfigurationException(
          "%s permits only %s, none of which is among your tools %s: name one with --tools"
              .formatted(FILE, tools.orElse(List.of()), user.tools()));
    }
    List<String> chain =
        user.chain().stream()
            .filter(agent -> fallback.isPresent() ? in(fallback, agent) : permits(agent))
            .toList();
    Map<String, Object> narrowed = new HashMap<>();
    Map<String, AgentConfiguration> agents = new HashMap<>(user.agents());
    agents.replaceAll((name, agent) -> agent.atMost(timeouts));
    narrowed.put("agents", agents);
    narrowed.put("tools", left);
    narrowed.put("fallback", chain.isEmpty() ? List.of(AgentStatus.DIRECT) : chain);
    narrowed.put("moderator", user.moderator().filter(this::permits));
    narrowed.put("slots", Math.min(user.slots(), slots.orElse(Integer.MAX_VALUE)));
    narrowed.put("timeouts", AgentConfiguration.least(user.timeouts(), timeouts));
    narrowed.put("budget", user.budget().atMost(budget));
    narrowed.put(
        "max_output_bytes", Math.min(user.maxOutputBytes(), maxOutputBytes.orElse(Long.MAX_VALUE)));
    narrowed.put(
        "prompt_context_bytes",
        Math.min(user.promptContextBytes(), promptContextBytes.orElse(Integer.MAX_VALUE)));
    return user.with(narrowed);
  }

  private static boolean in(Optional<List<String>> permitted, String agent) {
    return agent.equals(AgentStatus.DIRECT)
        || permitted.map(agents -> agents.contains(agent)).orElse(true);
  }

  private static String explain(String key, List<String> known) {
    boolean usersOwn =
        Arrays.stream(Configuration.class.getRecordComponents())
            .map(part -> part.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
            .anyMatch(key::equals);
    return usersOwn
        ? "a repository may only narrow (%s); this one is yours to set, in your own config.yaml"
            .formatted(String.join(", ", known))
        : YamlDocument.unknownKey(key, known);
  }
}
