package dev.conclave.workflows.config;

import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Limits set by a repository's own {@link #FILE}. They narrow a session and never widen it; no key
 * names a program.
 *
 * @param tools the only agents that may be asked; all when absent
 */
public record RepositoryLimits(
    Optional<List<String>> tools,
    Optional<List<String>> fallback,
    Optional<Integer> slots,
    Map<String, Duration> timeouts,
    BudgetLimits budget,
    Optional<Long> maxOutputBytes,
    Optional<Integer> promptContextBytes) {

  public static final String FILE = ".conclave.yaml";

  public RepositoryLimits {
    budget = budget == null ? BudgetLimits.NONE : budget;
  }

  /**
   * Reads a repository's file; empty when it has none.
   *
   * @throws ConfigurationException when it is invalid or does more than narrow
   */
  public static Optional<RepositoryLimits> read(Path repository) {
    Path file = repository.resolve(FILE);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    // Links are refused: an error message would quote the link's target.
    YamlDocument document = YamlDocument.read(file, LinkOption.NOFOLLOW_LINKS);
    RepositoryLimits limits = document.bind(RepositoryLimits.class);
    new ConfigurationRules(document).checkLimits();
    return Optional.of(limits);
  }

  /**
   * Returns whether an agent may be asked about this repository; the built-in analyst always may.
   */
  public boolean permits(String agent) {
    return in(tools, agent) || fallback.orElse(List.of()).contains(agent);
  }

  /**
   * Narrows the user's configuration.
   *
   * @throws ConfigurationException when no tool is left
   */
  public Configuration narrow(Configuration user) {
    List<String> left = user.analysts().stream().filter(agent -> in(tools, agent)).toList();
    if (left.isEmpty()) {
      throw new ConfigurationException(
          "%s permits only %s, and your tools %s include none of them: choose one with --tools"
              .formatted(FILE, tools.orElse(List.of()), user.analysts()));
    }
    List<String> chain =
        user.chain().stream()
            .filter(agent -> fallback.isPresent() ? in(fallback, agent) : permits(agent))
            .toList();
    return user.within(this, left, chain.isEmpty() ? List.of(AgentStatus.DIRECT) : chain);
  }

  private static boolean in(Optional<List<String>> permitted, String agent) {
    return agent.equals(AgentStatus.DIRECT)
        || permitted.map(agents -> agents.contains(agent)).orElse(true);
  }
}
