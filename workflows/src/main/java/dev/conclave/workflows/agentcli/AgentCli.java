package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One kind of agent program: how it is called, what it prints, whether it is logged in, and where
 * it comes from. Stateless. Every known one is listed in {@link AgentClis}.
 */
public abstract class AgentCli {
  static final ObjectMapper JSON = new ObjectMapper();

  /** What every agent inherits: who and where the user is, how the network is reached. */
  private static final Set<String> COMMON =
      Set.of(
          ("HOME USER LOGNAME PATH SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR"
                  + " XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR"
                  + " HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy"
                  + " SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS")
              .split(" "));

  private final String name;
  private final String title;
  private final String perspective;
  private final String npmPackage;
  private final List<Release> tested;

  /**
   * A program.
   *
   * @param name its type in the configuration, and its usual name on PATH
   * @param title for people
   * @param perspective what an analyst looks from by default
   * @param npmPackage that installs it
   * @param tested the releases that were tried, oldest first
   */
  AgentCli(String name, String title, String perspective, String npmPackage, Release... tested) {
    this.name = name;
    this.title = title;
    this.perspective = perspective;
    this.npmPackage = npmPackage;
    this.tested = List.of(tested);
  }

  /**
   * A release that was tried.
   *
   * @param node the oldest major release of Node.js that it runs on; 0 when it needs none
   */
  public record Release(String version, int node) {}

  /**
   * What a command line is made for.
   *
   * @param directory in which the agent works
   * @param settings a folder of ours for settings of this agent
   * @param inherited what {@link #inherited} returned
   */
  public record Call(
      Mode mode,
      AgentConfiguration configuration,
      Path directory,
      Path settings,
      Map<String, String> inherited) {

    boolean isAnalysis() {
      return mode == Mode.ANALYSIS;
    }

    /** Whether the child will see a variable. */
    boolean has(String variable) {
      return !inherited.getOrDefault(variable, "").isBlank();
    }

    /**
     * How long the program itself may wait for its model, in milliseconds: longer than we wait for
     * a word of it, so that it is always our limit that says what happened.
     */
    long patienceMillis() {
      return 2 * configuration.staleAfter().toMillis();
    }

    /** The program's own arguments, then the configured model behind its flag, then extra ones. */
    List<String> arguments(String modelFlag, String... own) {
      List<String> arguments = new ArrayList<>(Arrays.asList(own));
      configuration.model().ifPresent(model -> arguments.addAll(List.of(modelFlag, model)));
      arguments.addAll(configuration.extraArgs());
      return arguments;
    }
  }

  /**
   * How a program is run once.
   *
   * @param arguments after the program
   * @param environment set in the child beside what it inherits
   */
  public record CommandLine(List<String> arguments, Map<String, String> environment) {}

  public final String name() {
    return name;
  }

  public final String title() {
    return title;
  }

  public final String perspective() {
    return perspective;
  }

  public final String npmPackage() {
    return npmPackage;
  }

  public final List<Release> tested() {
    return tested;
  }

  /** The program for a mode: a name on PATH or a path. */
  public String program(Mode mode) {
    return name;
  }

  /** Names of variables of ours that the program may see: the keys of its vendor. */
  protected abstract Set<String> variables();

  /**
   * The command line for a call; the prompt comes on stdin. May write settings below {@link
   * Call#settings}, never files of the user.
   *
   * @throws IOException when those settings cannot be written
   */
  public abstract CommandLine commandLine(Call call) throws IOException;

  /** A reader for one call's stdout. */
  public abstract OutputReader reader();

  /** Whether it is logged in. */
  public abstract Login login(Login.Search search, AgentConfiguration configuration);

  /**
   * The shell command by which a person gives the program a plan to carry out, or in analysis mode
   * its result to review; {@code %s} stands for the prompt, quoted.
   */
  protected abstract String handOff(Mode mode);

  /** The HTTP status that an exit code tells of. */
  public Optional<Integer> statusOfExit(int exit) {
    return Optional.empty();
  }

  /** Whether a whole stream ends with an event that says so. */
  public boolean endsWithEvent() {
    return true;
  }

  /** Whether {@code --version} may be asked; a program of which we know nothing may do anything. */
  public boolean tellsVersion() {
    return true;
  }

  /** Whether there is a command line for write mode. */
  public boolean canWrite() {
    return true;
  }

  /** Whether a file of a repository configures it; the path's names are in lower case. */
  protected boolean isConfiguredBy(List<String> path) {
    return path.contains("." + name);
  }

  /** The shell command that hands a prompt over; see {@link #handOff}. */
  public final String handOff(Mode mode, String prompt) {
    return handOff(mode).formatted(Words.shell(prompt));
  }

  /** What a child of ours inherits, with what the configuration sets over it. */
  public final Map<String, String> inherited(
      AgentConfiguration configuration, Map<String, String> ours) {
    Map<String, String> child = new TreeMap<>();
    Stream.of(COMMON, variables(), configuration.envAllow())
        .flatMap(Collection::stream)
        .filter(ours::containsKey)
        .forEach(variable -> child.put(variable, ours.getOrDefault(variable, "")));
    child.put("TERM", "dumb");
    child.put("NO_COLOR", "1");
    child.putAll(configuration.extraEnv());
    return child;
  }

  /** Writes a file of settings unless it says so already; it is replaced whole. */
  static Path write(Path file, JsonNode content) throws IOException {
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(content);
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
      Path part = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID());
      Files.createDirectories(file.resolveSibling(""));
      Files.write(part, bytes);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }
}
