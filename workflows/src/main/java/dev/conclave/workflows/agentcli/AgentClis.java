package dev.conclave.workflows.agentcli;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.AgentConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The registry of agent CLIs: everything that differs between them is asked of its entries. */
public final class AgentClis {
  /** Every known program, the one first that carries out a plan when several are installed. */
  public static final List<AgentCli> ALL =
      List.of(new ClaudeCli(), new CodexCli(), new GeminiCli(), new QwenCli(), new OpencodeCli());

  /** The type of an agent that the configuration describes by its command line. */
  public static final String CUSTOM = "custom";

  private AgentClis() {}

  /** The agents that need no configuration: the known programs and the built-in analyst. */
  public static List<String> builtIn() {
    List<String> names = new ArrayList<>(ALL.stream().map(AgentCli::name).toList());
    names.add(AgentStatus.DIRECT);
    return names;
  }

  /** Every value that {@code agents.NAME.type} may have. */
  public static List<String> types() {
    List<String> types = builtIn();
    types.add(CUSTOM);
    return types;
  }

  /** The known program of a type; empty for {@code custom} and {@code direct}. */
  public static Optional<AgentCli> find(String type) {
    return ALL.stream().filter(cli -> cli.name().equals(type)).findFirst();
  }

  /**
   * The program that an agent runs.
   *
   * @throws IllegalArgumentException when there is none, or a custom one is incomplete; the message
   *     names the configuration key
   */
  public static AgentCli of(String agent, AgentConfiguration configuration) {
    String type = configuration.typeFor(agent);
    return type.equals(CUSTOM)
        ? CustomCli.of(agent, configuration)
        : find(type)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "agent \"%1$s\" is not known; set agents.%1$s.argv to its command line, or agents.%1$s.type to one of %2$s"
                            .formatted(
                                agent,
                                String.join(", ", ALL.stream().map(AgentCli::name).toList()))));
  }

  /**
   * Whether a file of a repository configures one of the programs. Such settings can name commands
   * to run, so a cloned repository's are kept from agents unless the user trusts them.
   *
   * @param path in the repository, with slashes
   */
  public static boolean areConfiguredBy(String path) {
    List<String> names = List.of(path.toLowerCase(Locale.ROOT).split("/", -1));
    return ALL.stream().anyMatch(cli -> cli.isConfiguredBy(names));
  }
}
