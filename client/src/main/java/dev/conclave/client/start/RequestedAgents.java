package dev.conclave.client.start;

import dev.conclave.client.Spelling;
import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Whom a session is to ask, and who may stand in: names that the configuration knows. */
final class RequestedAgents {
  private RequestedAgents() {}

  /** Tools that the user named are a promise: nobody stands in whom the user did not name, too. */
  static List<String> fallback(PlanOptions options, Configuration configuration) {
    boolean own = !options.discussion.fallback.isEmpty() || !options.discussion.tools.isEmpty();
    return own ? options.discussion.fallback : configuration.fallback();
  }

  /**
   * The agents of a list, each once.
   *
   * @param option that names them
   * @throws Refusal when one is not known
   */
  static List<String> named(String option, List<String> names, Configuration configuration) {
    Set<String> agents = new LinkedHashSet<>();
    for (String name : names) {
      String agent = name.strip();
      if (!known(configuration).contains(agent)) {
        throw new Refusal(
            "%s: there is no agent \"%s\".%s Known are %s; others are declared under agents in the configuration."
                .formatted(
                    option,
                    agent,
                    Spelling.question(agent, known(configuration)),
                    String.join(", ", known(configuration))));
      }
      agents.add(agent);
    }
    return List.copyOf(agents);
  }

  private static Set<String> known(Configuration configuration) {
    Set<String> known = new LinkedHashSet<>(AgentConfiguration.TYPES);
    known.remove("custom"); // needs a name and a command line of its own
    configuration.agents().keySet().stream().sorted().forEach(known::add);
    return known;
  }
}
