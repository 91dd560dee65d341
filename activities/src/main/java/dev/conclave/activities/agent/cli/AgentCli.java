package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.SandboxLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An agent program: its command line, its output and its login. Stateless. */
public abstract class AgentCli {
  static final ObjectMapper JSON = new ObjectMapper();

  /** Variables that every agent inherits: the user, the locale, folders and network settings. */
  private static final List<String> INHERITED =
      List.of(
          ("HOME USER LOGNAME PATH SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR"
                  + " XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR"
                  + " HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy"
                  + " SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS")
              .split(" "));

  /** Variables of a cloud login, inherited by agents that use models of that cloud. */
  private static final Map<String, String> CLOUDS =
      Map.of(
          "bedrock",
          "AWS_REGION AWS_DEFAULT_REGION AWS_PROFILE AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY"
              + " AWS_SESSION_TOKEN AWS_BEARER_TOKEN_BEDROCK AWS_CONFIG_FILE"
              + " AWS_SHARED_CREDENTIALS_FILE AWS_ROLE_ARN AWS_WEB_IDENTITY_TOKEN_FILE AWS_CA_BUNDLE",
          "vertex",
          "GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_LOCATION"
              + " GOOGLE_VERTEX_PROJECT GOOGLE_VERTEX_LOCATION CLOUD_ML_REGION",
          "azure",
          "AZURE_API_KEY AZURE_OPENAI_API_KEY AZURE_OPENAI_ENDPOINT AZURE_RESOURCE_NAME"
              + " AZURE_COGNITIVE_SERVICES_RESOURCE_NAME");

  private static final Map<String, List<String>> LOGINS =
      Map.of(
          "bedrock",
          List.of(".aws/config", ".aws/credentials"),
          "vertex",
          List.of(".config/gcloud/application_default_credentials.json"));

  private final String name;
  private final String perspective;
  private final List<String> variables;

  /**
   * Creates an agent program.
   *
   * @param name its default name on PATH
   * @param perspective its default perspective as an analyst
   * @param variables names of inherited variables, separated by spaces: the vendor's keys
   */
  AgentCli(String name, String perspective, String variables) {
    this.name = name;
    this.perspective = perspective;
    this.variables = List.of(variables.split(" "));
  }

  /**
   * Returns the program that an agent runs.
   *
   * @throws IllegalArgumentException when it is unknown; the message names the configuration key
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
   * The call for which a command line is made.
   *
   * @param settings Conclave's folder for settings of this agent
   * @param inherited what {@link #inherited} returned
   * @param home the program's own home; absent without a sandbox
   */
  public record CliCall(
      Mode mode,
      AgentConfiguration configuration,
      Path directory,
      Path settings,
      Map<String, String> inherited,
      @Nullable Path home) {

    boolean isAnalysis() {
      return mode == Mode.ANALYSIS;
    }

    String variable(String name) {
      return inherited.getOrDefault(name, "");
    }

    /**
     * Returns how long the program itself may wait for its model, in milliseconds: longer than the
     * limit for silence, so that Conclave's limit applies and names the reason.
     */
    long patienceMillis() {
      long most = 2 * configuration.staleAfter().toMillis();
      return isAnalysis() ? most : Math.max(most, TimeUnit.HOURS.toMillis(1));
    }

    /**
     * Returns the arguments in order: the program's own, the configured model, the extra ones.
     *
     * @param own separated by spaces
     */
    List<String> arguments(String own, String modelFlag) {
      List<String> arguments = new ArrayList<>(Arrays.asList(own.split(" ")));
      configuration.model().ifPresent(model -> arguments.addAll(List.of(modelFlag, model)));
      arguments.addAll(configuration.extraArgs());
      return arguments;
    }
  }

  /** Returns the arguments after the program; the prompt comes on stdin. */
  public abstract List<String> arguments(CliCall call);

  /**
   * A file of the user that is copied to a program's home in the sandbox.
   *
   * @param to relative to that home
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
   * Returns the files of the user's home that it needs, which may not exist.
   *
   * @param user finds the user's files
   */
  public List<HomeFile> homeFiles(Login.Search user, CliCall call) {
    return List.of();
  }

  /** Returns the same, with the files of a cloud login if the agent uses that cloud. */
  public final List<HomeFile> allHomeFiles(Login.Search user, CliCall call) {
    Stream<String> ofClouds =
        CLOUDS.keySet().stream()
            .filter(cloud -> isUsed(cloud, call.configuration(), call.inherited()))
            .flatMap(cloud -> LOGINS.getOrDefault(cloud, List.of()).stream());
    return Stream.concat(
            homeFiles(user, call).stream(),
            ofClouds.map(file -> new HomeFile(user.home().resolve(file), file, false)))
        .toList();
  }

  /** Returns variables set in the child besides the inherited ones. */
  public Map<String, String> environment(CliCall call) {
    return Map.of();
  }

  /** Writes settings below {@link CliCall#settings}, never to files of the user. */
  public void prepare(CliCall call) throws IOException {}

  public abstract OutputReader reader();

  public abstract Login login(Login.Search search, AgentConfiguration configuration);

  public final String perspective() {
    return perspective;
  }

  /** Returns the program for a mode: a name on PATH, or a path. */
  public String program(Mode mode) {
    return name;
  }

  /** Returns whether there is a command line for write mode. */
  protected boolean canWrite() {
    return true;
  }

  /** Returns why it may not change files, with the fix; empty if it may. */
  public final Optional<String> whyNotWriting(
      String agent, AgentConfiguration settings, SandboxLevel level) {
    if (!canWrite()) {
      return Optional.of(
          "it has no command line for write mode: set agents.%s.write_argv".formatted(agent));
    }
    return level == SandboxLevel.SANDBOXED || settings.write()
        ? Optional.empty()
        : Optional.of(
            "no sandbox confines it to its folder: to allow that, set agents.%s.write: true"
                .formatted(agent));
  }

  /** Returns whether its output ends with a final event, and {@code --version} is safe to run. */
  public boolean isKnown() {
    return true;
  }

  /** Returns whether it works without access to this {@code host:port}. */
  public boolean expectsRefusal(String place) {
    return false;
  }

  /** Returns the HTTP status that an exit code stands for; 0 if none. */
  public int statusOfExit(int exit) {
    return 0;
  }

  /**
   * Returns whether it uses models of a cloud.
   *
   * @param cloud bedrock, vertex or azure
   */
  protected boolean isUsed(
      String cloud, AgentConfiguration configuration, Map<String, String> workerEnvironment) {
    return false;
  }

  /** Returns the environment that a child inherits, with the configured variables. */
  public final Map<String, String> inherited(
      AgentConfiguration configuration, Map<String, String> workerEnvironment) {
    Map<String, String> child = new TreeMap<>();
    List<String> cloud =
        CLOUDS.entrySet().stream()
            .filter(one -> isUsed(one.getKey(), configuration, workerEnvironment))
            .flatMap(one -> Stream.of(one.getValue().split(" ")))
            .toList();
    Stream.of(INHERITED, variables, cloud, configuration.envAllow())
        .flatMap(Collection::stream)
        .filter(workerEnvironment::containsKey)
        .forEach(variable -> child.put(variable, workerEnvironment.getOrDefault(variable, "")));
    child.put("TERM", "dumb");
    child.put("NO_COLOR", "1");
    child.putAll(configuration.extraEnv());
    child.put("PATH", SearchPath.of(child).value());
    return child;
  }
}
