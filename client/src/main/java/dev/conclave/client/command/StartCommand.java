package dev.conclave.client.command;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.Configuration.MessagePolicy;
import dev.conclave.workflows.config.RepositoryLimits;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.GitUrl;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.session.SessionTrust;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Base of commands that start a session: workspace, agents and limits. */
abstract class StartCommand implements Callable<Integer> {
  private static final String HERE = ".";

  final CommandContext context;
  final TextInput input;

  @Mixin final JsonOption json = new JsonOption();

  @Option(
      names = "--repo",
      paramLabel = "PATH|GIT_URL[#REF]",
      description = "The code (default: the current directory).")
  private String repository = HERE;

  @ArgGroup(validate = false, order = 3, heading = "%nRunning unattended:%n")
  Freedom freedom = new Freedom();

  @ArgGroup(validate = false, order = 4, heading = "%nLimits:%n")
  LimitOptions limits = new LimitOptions();

  abstract static class Agents {
    static final String HEADING = "%nAgents:%n";

    /** Returns the analysts or reviewers that the user named. */
    abstract List<String> named();

    abstract String option();

    /** Returns all agents that the user named, in any role. */
    List<String> mentioned() {
      return named();
    }

    @Option(
        names = "--fallback",
        split = ",",
        paramLabel = "AGENT",
        description = "Fallback agents for an analyst that fails, in order.")
    List<String> fallback = List.of();

    @Option(
        names = "--lang",
        split = ",",
        paramLabel = "LANG",
        description =
            "Output languages: en, zh. The first is used for questions and documents. Agents write English, and with zh also Chinese.")
    List<String> languages = List.of();
  }

  static final class Freedom {
    @Option(
        names = {"-y", "--yes"},
        description = "Answer every gate automatically.")
    boolean yes;

    @Option(names = "--detach", description = "Start the session and return immediately.")
    boolean detach;

    @Option(
        names = "--approvers",
        split = ",",
        paramLabel = "NAME",
        description = "Only these people may approve and execute, with signed answers.")
    private List<String> approvers = List.of();
  }

  static final class LimitOptions {
    @Option(names = "--budget-usd", paramLabel = "N", description = "Stop and ask at this cost.")
    Optional<Double> usd = Optional.empty();

    @Option(
        names = "--budget-calls",
        paramLabel = "N",
        description = "Stop and ask after this many agent calls.")
    Optional<Integer> calls = Optional.empty();

    @Option(
        names = "--deadline",
        paramLabel = "DURATION[:POLICY]",
        description =
            "How long to wait for you (90m, 36h, 3d), then save (default), cancel or approve-first.")
    Optional<Deadline> deadline = Optional.empty();
  }

  abstract Agents asked();

  StartCommand(CommandContext context) {
    this.context = context;
    this.input = new TextInput(context);
  }

  private boolean namesTools() {
    return !asked().named().isEmpty();
  }

  SessionTerms terms(
      String task, Configuration user, Configuration configuration, WorkspaceSpec workspace) {
    return new SessionTerms(
        task,
        workspace,
        configuration.analysts(),
        namesTools(),
        fallback(user, configuration),
        freedom.yes,
        configuration.budget(),
        limits.deadline,
        languages(configuration.languages()),
        configuration.promptContextBytes(),
        true,
        context.user(),
        Optional.empty(),
        "");
  }

  /** Suggests an earlier session that this one could use. */
  void offer(Backend backend, SessionRequest request) {}

  /** Starts the session and follows it or detaches; returns the exit code. */
  int begin(Configuration user, SessionRequest request, Optional<String> named) {
    return begin(user, request, named, view -> {});
  }

  int begin(
      Configuration user,
      SessionRequest request,
      Optional<String> named,
      Consumer<SessionView> after) {
    boolean byUrl = request.workspace().path().isEmpty();
    try (Backend backend = Backend.ready(context, user, byUrl)) {
      require(backend);
      backend.requireHostOf(request.workspace());
      if (!json.wanted) {
        offer(backend, request);
      }
      SessionTerms terms =
          request.terms().withSearchAttributes(backend.searchable()).trusting(trust(user, request));
      SessionRequest wanted = request.with(terms);
      SessionStart sessions = new SessionStart(backend.sessions());
      Session session = start(sessions, wanted, named);
      return SessionFollower.begin(
          context,
          backend,
          json.wanted,
          session,
          wanted,
          freedom.detach,
          "Session " + session.handle() + " started.",
          Instant.EPOCH,
          after);
    }
  }

  /** Refuses a server that cannot run this kind of session. */
  void require(Backend backend) {
    backend.refuseLoss(freedom.detach);
  }

  /** Starts the session under the given id, else under the first free one of the day. */
  Session start(SessionStart sessions, SessionRequest wanted, Optional<String> named) {
    return named
        .map(id -> sessions.start(id, wanted, Optional.empty()))
        .orElseGet(
            () ->
                sessions.start(
                    wanted,
                    context.clock().instant(),
                    id -> SessionFolders.holds(wanted.workspace(), id)));
  }

  /**
   * Returns the signers that the session accepts.
   *
   * @throws UsageException naming the fix
   */
  private SessionTrust trust(Configuration user, SessionRequest request) {
    List<String> approvers = freedom.approvers.stream().map(String::strip).distinct().toList();
    for (String name : approvers) {
      if (!user.approvers().containsKey(name)) {
        throw new UsageException(
            "--approvers: the configuration has no key for \"%s\" under approvers; create one with `conclave approver-key`."
                .formatted(name));
      }
    }
    boolean sealed = user.messages() == MessagePolicy.SEALED;
    SessionTrust before = request.trusted();
    SessionTrust trust =
        approvers.isEmpty() && !before.approvers().isEmpty()
            ? new SessionTrust(sealed || before.sealed(), before.keys(), before.approvers())
            : new SessionTrust(sealed, new TreeMap<>(user.approvers()), approvers);
    requireApprovers(trust, request);
    return trust;
  }

  /** Refuses automatic approval in a session with approvers. */
  static void requireApprovers(SessionTrust trust, SessionRequest request) {
    if (!trust.approvers().isEmpty() && request.approvesItself()) {
      throw new UsageException(
          "Only %s may approve in this session: omit --yes, --auto-execute and a deadline of approve-first."
              .formatted(String.join(" or ", trust.approvers())));
    }
  }

  /** Combines the user's configuration, the repository's limits and these options. */
  Configuration configuration(
      Configuration user, WorkspaceSpec workspace, Optional<String> moderator) {
    List<String> tools =
        namesTools() ? agents(asked().option(), asked().named(), user) : List.<String>of();
    Configuration wanted =
        user.forSession(tools, moderator.or(user::moderator), budget(user.budget()));
    List<String> mentioned = agents(asked().option(), asked().mentioned(), user);
    if (!mentioned.isEmpty() && workspace.path().isPresent()) {
      requireUsable(wanted, mentioned);
    }
    return workspace
        .path()
        .flatMap(path -> RepositoryLimits.read(Path.of(path)))
        .map(repository -> narrowed(wanted, repository, moderator))
        .orElse(wanted);
  }

  /** Refuses named agents that cannot run here, instead of using others. */
  private void requireUsable(Configuration wanted, List<String> named) {
    List<String> unusable =
        context
            .host()
            .map(own -> own.unusable(context.environment(), context.dataFolder(), wanted, named))
            .orElse(List.of());
    if (!unusable.isEmpty()) {
      throw new UsageException(asked().option() + ": " + String.join("; ", unusable));
    }
  }

  /** Applies the repository's limits, but refuses to drop an agent that the user named. */
  private Configuration narrowed(
      Configuration wanted, RepositoryLimits repository, Optional<String> moderator) {
    Optional<String> refused =
        Stream.of(asked().mentioned().stream(), asked().fallback.stream(), moderator.stream())
            .flatMap(agents -> agents)
            .filter(agent -> !repository.permits(agent.strip()))
            .findFirst();
    if (refused.isPresent()) {
      throw new UsageException(
          "%s in the repository does not permit agent %s: choose another, or change the file."
              .formatted(RepositoryLimits.FILE, refused.get()));
    }
    return repository.narrow(wanted);
  }

  /**
   * Returns the fallbacks; for named tools only those that the user configured, not the built-in
   * chain.
   */
  private List<String> fallback(Configuration user, Configuration narrowed) {
    if (!asked().fallback.isEmpty()) {
      return agents("--fallback", asked().fallback, user);
    }
    return user.fallback().isEmpty() && namesTools() ? List.of() : narrowed.chain();
  }

  private BudgetLimits budget(BudgetLimits configured) {
    double usd = limits.usd.orElse(1.0);
    if (!(usd > 0) || Double.isInfinite(usd) || limits.calls.orElse(1) < 1) {
      throw new UsageException("--budget-usd must be more than 0, and --budget-calls at least 1.");
    }
    return new BudgetLimits(
        limits.usd.or(configured::usd), limits.calls.or(configured::calls), configured.tokens());
  }

  List<String> languages(List<String> configured) {
    Set<String> wanted =
        new LinkedHashSet<>(asked().languages.isEmpty() ? configured : asked().languages);
    if (!Language.TAGS.containsAll(wanted)) {
      throw new UsageException(
          "--lang takes en, zh or both, not \"%s\".".formatted(String.join(",", wanted)));
    }
    List<String> languages = List.copyOf(wanted);
    context.output().speak(Language.of(languages));
    return languages;
  }

  /** Parses {@code DURATION[:save|cancel|approve-first]}; the default policy is save. */
  static Deadline deadline(String text) {
    String[] parts = text.split(":", 2);
    DeadlinePolicy policy =
        Words.parse(DeadlinePolicy.class, parts.length == 1 ? "save" : parts[1])
            .orElseThrow(
                () ->
                    new TypeConversionException(
                        "after the colon, write save, cancel or approve-first"));
    return new Deadline(duration(parts[0]), policy);
  }

  /** Parses {@code 90m}, {@code 36h} or {@code 3d}; at least one second. */
  static Duration duration(String text) {
    try {
      Duration duration = Words.duration(text);
      if (duration.toSeconds() >= 1) {
        return duration;
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      // same error as for a duration that is too short
    }
    throw new TypeConversionException(
        "\"%s\" is not a duration of at least 1s; write for example 90m, 36h or 3d:save"
            .formatted(text));
  }

  boolean namesRepository() {
    return !repository.equals(HERE);
  }

  WorkspaceSpec workspace(Configuration user) {
    Path path = context.directory().resolve(repository).normalize();
    try {
      if (!GitUrl.looksLikeUrl(repository) || Files.exists(path)) {
        Path folder = folder(path);
        Path ours = folder.resolve(".workflow");
        if (Files.exists(ours) && !(Files.isDirectory(ours) && Files.isWritable(ours))) {
          throw new UsageException(
              ours
                  + " is not a writable folder, and sessions need it for their files: move it away.");
        }
        return WorkspaceSpec.ofPath(context.hostId(), folder.toString());
      }
      GitUrl url = GitUrl.parse(repository);
      return WorkspaceSpec.ofUrl(url.url(), url.ref(), user.hostPatience());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--repo: " + e.getMessage() + ".", e);
    } catch (IOException e) {
      throw new UsageException(path + " is not a readable directory: choose one with --repo.", e);
    }
  }

  private Path folder(Path path) throws IOException {
    if (!Files.isDirectory(path) || !Files.isReadable(path) || !Files.isExecutable(path)) {
      throw new IOException();
    }
    Path folder = path.toRealPath();
    if (Files.exists(context.home())
        && context.home().toRealPath().startsWith(folder)
        && !Files.exists(folder.resolve(".git"))) {
      throw new UsageException(
          folder
              + " contains your home directory and is not a Git repository: choose a project's directory.");
    }
    return folder;
  }

  static List<String> agents(String option, List<String> names, Configuration configuration) {
    Set<String> known = new LinkedHashSet<>(AgentProgram.builtIn());
    configuration.agents().keySet().stream().sorted().forEach(known::add);
    Set<String> agents = new LinkedHashSet<>();
    for (String name : names) {
      String agent = name.strip();
      if (!known.contains(agent)) {
        throw new UsageException(
            "%s: unknown agent \"%s\".%s Known agents: %s; configure others under agents."
                .formatted(
                    option,
                    agent,
                    UsageException.didYouMean(agent, known),
                    String.join(", ", known)));
      }
      agents.add(agent);
    }
    return List.copyOf(agents);
  }
}
