package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How an agent program is called, what it prints, and whether it is logged in. Stateless. */
public abstract class AgentCli {
  static final ObjectMapper JSON = new ObjectMapper();

  /** What every agent inherits: who and where the user is, how the network is reached. */
  private static final List<String> INHERITED =
      List.of(
          ("HOME USER LOGNAME PATH SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR"
                  + " XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR"
                  + " HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy"
                  + " SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS")
              .split(" "));

  private final String name;
  private final String perspective;
  private final List<String> variables;

  /**
   * A program.
   *
   * @param name its usual name on PATH
   * @param perspective what an analyst looks from by default
   * @param variables names of ours that the program may see, separated by spaces: the keys of its
   *     vendor
   */
  AgentCli(String name, String perspective, String variables) {
    this.name = name;
    this.perspective = perspective;
    this.variables = List.of(variables.split(" "));
  }

  /**
   * The program that an agent runs.
   *
   * @throws IllegalArgumentException when there is none; the message names the configuration key
   */
  public static AgentCli of(String agent, AgentConfiguration configuration) {
    String type = configuration.typeFor(agent);
    if (type.equals(AgentProgram.CUSTOM)) {
      return new CustomCli(configuration);
    }
    AgentProgram program =
        AgentProgram.find(type)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "agent \"%1$s\" is unknown; set agents.%1$s.argv to its command line, or agents.%1$s.type to one of %2$s"
                            .formatted(agent, String.join(", ", AgentProgram.types()))));
    return switch (program) {
      case CLAUDE -> new ClaudeCli();
      case CODEX -> new CodexCli();
      case GEMINI -> new GeminiCli();
      case QWEN -> new QwenCli();
      case OPENCODE -> new OpencodeCli();
    };
  }

  /**
   * What a command line is made for.
   *
   * @param settings a folder of ours for settings of this agent
   * @param inherited what {@link #inherited} returned
   * @param home the program's own, when it runs in a sandbox
   */
  public record CliCall(
      Mode mode,
      AgentConfiguration configuration,
      Path directory,
      Path settings,
      Map<String, String> inherited,
      Optional<Path> home) {

    boolean isAnalysis() {
      return mode == Mode.ANALYSIS;
    }

    /** A variable that the child will see; empty without it. */
    String variable(String name) {
      return inherited.getOrDefault(name, "");
    }

    /**
     * How long the program itself may wait for its model, in milliseconds: longer than we wait for
     * its output, so that our limit decides and says what happened.
     */
    long patienceMillis() {
      return 2 * configuration.staleAfter().toMillis();
    }

    /**
     * Arguments in their order: the program's own, the configured model, the extra ones.
     *
     * @param own separated by spaces; an own argument is a word
     */
    List<String> arguments(String own, String modelFlag) {
      List<String> arguments = new ArrayList<>(Arrays.asList(own.split(" ")));
      configuration.model().ifPresent(model -> arguments.addAll(List.of(modelFlag, model)));
      arguments.addAll(configuration.extraArgs());
      return arguments;
    }
  }

  /** The arguments after the program; the prompt comes on stdin. */
  public abstract List<String> arguments(CliCall call);

  /**
   * A file of the user that a program finds in the home that a sandbox gives it.
   *
   * @param to below that home
   * @param login whether it is JSON with tokens that the program may refresh
   */
  public record HomeFile(Path from, String to, boolean login) {
    static HomeFile login(Path folder, String to) {
      return new HomeFile(folder.resolve(Path.of(to).getFileName()), to, true);
    }

    static HomeFile settings(Path folder, String to) {
      return new HomeFile(folder.resolve(Path.of(to).getFileName()), to, false);
    }
  }

  /**
   * What of the user's home it needs, there or not; its variables lead there.
   *
   * @param user how the user's own files are found
   */
  public List<HomeFile> homeFiles(Login.Search user, CliCall call) {
    return List.of();
  }

  /** Variables that are set in the child beside what it inherits. */
  public Map<String, String> environment(CliCall call) {
    return Map.of();
  }

  /** Writes what the program needs below {@link CliCall#settings}, never files of the user. */
  public void prepare(CliCall call) throws IOException {}

  /** A reader for one call's stdout. */
  public abstract OutputReader reader();

  public abstract Login login(Login.Search search, AgentConfiguration configuration);

  public final String perspective() {
    return perspective;
  }

  /** The program for a mode: a name on PATH or a path. */
  public String program(Mode mode) {
    return name;
  }

  /** Whether there is a command line for write mode. */
  public boolean canWrite() {
    return true;
  }

  /** Whether its stream ends with an event that says so, and {@code --version} does no harm. */
  public boolean isKnown() {
    return true;
  }

  /** Whether it works as well where it does not reach this {@code host:port}. */
  public boolean expectsRefusal(String place) {
    return false;
  }

  /** The HTTP status that an exit code tells of. */
  public Optional<Integer> statusOfExit(int exit) {
    return Optional.empty();
  }

  /** What a child of ours inherits, with what the configuration sets over it. */
  public final Map<String, String> inherited(
      AgentConfiguration configuration, Map<String, String> ours) {
    Map<String, String> child = new TreeMap<>();
    Stream.of(INHERITED, variables, configuration.envAllow())
        .flatMap(Collection::stream)
        .filter(ours::containsKey)
        .forEach(variable -> child.put(variable, ours.getOrDefault(variable, "")));
    child.put("TERM", "dumb");
    child.put("NO_COLOR", "1");
    child.putAll(configuration.extraEnv());
    child.put("PATH", SearchPath.of(child).value());
    return child;
  }
}
