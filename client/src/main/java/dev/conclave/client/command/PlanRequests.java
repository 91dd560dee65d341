package dev.conclave.client.command;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.GitUrl;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.RepositoryLimits;
import dev.conclave.workflows.plan.PlanRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Turns options and configuration into a request, or refuses before anything is started. */
final class PlanRequests {
  private static final Set<String> LANGUAGES = Set.of("en", "zh");

  private final CommandContext context;
  private final TextInput input;

  PlanRequests(CommandContext context, TextInput input) {
    this.context = context;
    this.input = input;
  }

  /**
   * The request of a session.
   *
   * @throws Refusal naming the fix
   */
  PlanRequest of(PlanOptions options, Configuration user) {
    String task = task(options);
    PlanOptions.Discussion discussion = options.discussion;
    if (discussion.maxRounds < 1 || discussion.maxRounds > 10) {
      throw new Refusal("--max-rounds is 1 to 10, not " + discussion.maxRounds + ".");
    }
    if (!discussion.context.equals("search")) {
      throw new Refusal("--context " + discussion.context + " is not part of this version.");
    }
    WorkspaceSpec workspace = workspace(options.repository, user.hostPatience());
    workspace.path().map(Path::of).ifPresent(SessionFolders::requireWritable);
    boolean named = !discussion.tools.isEmpty();
    List<String> tools = named("--tools", named ? discussion.tools : user.tools(), user);
    Configuration asked =
        user.forSession(tools, moderator(discussion, user), budget(options.limits, user.budget()));
    Configuration configuration =
        workspace
            .path()
            .flatMap(path -> RepositoryLimits.read(Path.of(path)))
            .map(limits -> narrowed(asked, limits, discussion))
            .orElse(asked);
    return new PlanRequest(
        task.strip(),
        workspace,
        configuration.tools(),
        named,
        fallback(discussion, user, configuration),
        configuration.moderator(),
        discussion.maxRounds,
        discussion.mode,
        options.freedom.autoExecute,
        options.freedom.yes,
        options.saveContext,
        configuration.budget(),
        options.limits.deadline,
        languages(
            discussion.languages.isEmpty() ? configuration.languages() : discussion.languages),
        configuration.promptContextBytes(),
        true,
        context.user());
  }

  private String task(PlanOptions options) {
    if (options.task.size() > 1) {
      throw new Refusal(
          "Put the task in quotes: conclave plan \"" + String.join(" ", options.task) + "\"");
    }
    Optional<String> given = input.read(options.task.stream().findFirst(), options.file);
    if (given.isEmpty() && !options.json.wanted) {
      given =
          input.edited(
              "Write above what is to be planned, in your own words. Nothing written, nothing"
                  + " started.");
    }
    String task = given.orElse("");
    if (task.isBlank()) {
      throw new Refusal(
          "The task is empty: conclave plan \"what to plan\", or -f FILE, or - for standard input.");
    }
    TextInput.requireShort(task.getBytes(StandardCharsets.UTF_8).length, "The task");
    return context.withoutSecrets("the task", task);
  }

  /** A path on this host, or a Git URL; a folder may be named as a remote repository would be. */
  private WorkspaceSpec workspace(String argument, Duration patience) {
    try {
      Path path = context.directory().resolve(argument).normalize();
      if (!GitUrl.isMeant(argument) || Files.exists(path)) {
        return WorkspaceSpec.ofPath(context.hostId(), folder(path).toString());
      }
      GitUrl url = GitUrl.parse(argument);
      return WorkspaceSpec.ofUrl(url.url(), url.ref(), patience);
    } catch (IllegalArgumentException e) {
      throw new Refusal("--repo: " + e.getMessage() + ".", e);
    } catch (IOException e) {
      throw new Refusal(argument + " cannot be read: change its permissions, or name another.", e);
    }
  }

  /** More than a project would be all that a user has, or a machine. */
  private Path folder(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new Refusal("There is no " + path + ": name an existing directory with --repo.");
    }
    if (!Files.isDirectory(path)) {
      throw new Refusal(path + " is not a directory: name the directory that holds the code.");
    }
    if (!Files.isReadable(path) || !Files.isExecutable(path)) {
      throw new Refusal(path + " cannot be read: change its permissions, or name another.");
    }
    Path folder = path.toRealPath();
    if (folder.getParent() == null) {
      throw new Refusal(folder + " is the root of a file system: name a project's directory.");
    }
    if (Files.exists(context.home())
        && context.home().toRealPath().startsWith(folder)
        && !Files.exists(folder.resolve(".git"))) {
      throw new Refusal(
          folder + " holds your home directory, and is no Git repository: name a project's.");
    }
    return folder;
  }

  /** Who moderates: whom the user names, else the configuration's. */
  private static Optional<String> moderator(
      PlanOptions.Discussion discussion, Configuration configuration) {
    Optional<String> named =
        named("--moderator", discussion.moderator.stream().toList(), configuration).stream()
            .findFirst();
    if (named.filter(AgentStatus.DIRECT::equals).isPresent()) {
      throw new Refusal("--moderator: direct has no model, so it cannot moderate: name another.");
    }
    return named.or(configuration::moderator);
  }

  /**
   * A chain that the user chose, by option or in the configuration, stands in for named tools too;
   * the built-in one does not.
   */
  private static List<String> fallback(
      PlanOptions.Discussion discussion, Configuration user, Configuration narrowed) {
    if (!discussion.fallback.isEmpty()) {
      return named("--fallback", discussion.fallback, user);
    }
    boolean builtIn = user.fallback().isEmpty();
    return builtIn && !discussion.tools.isEmpty() ? List.of() : narrowed.chain();
  }

  /** A repository may ask for less than its user; whom the user named must not go missing. */
  private static Configuration narrowed(
      Configuration asked, RepositoryLimits limits, PlanOptions.Discussion discussion) {
    Stream.of(
            discussion.tools.stream(), discussion.fallback.stream(), discussion.moderator.stream())
        .flatMap(agents -> agents)
        .filter(agent -> !limits.permits(agent.strip()))
        .findFirst()
        .ifPresent(
            agent -> {
              throw new Refusal(
                  "%s in the repository does not permit agent %s: name another, or change the file."
                      .formatted(RepositoryLimits.FILE, agent));
            });
    return limits.narrow(asked);
  }

  private static BudgetLimits budget(PlanOptions.Limits limits, BudgetLimits configured) {
    double usd = limits.usd.orElse(1.0);
    if (!(usd > 0) || Double.isInfinite(usd)) {
      throw new Refusal("--budget-usd is more than 0, not " + usd + ".");
    }
    if (limits.calls.orElse(1) < 1) {
      throw new Refusal("--budget-calls is at least 1, not " + limits.calls.get() + ".");
    }
    return new BudgetLimits(
        limits.usd.or(configured::usd), limits.calls.or(configured::calls), configured.tokens());
  }

  private static List<String> languages(List<String> wanted) {
    Optional<String> unknown = wanted.stream().filter(l -> !LANGUAGES.contains(l)).findFirst();
    if (unknown.isPresent()) {
      throw new Refusal("--lang: \"" + unknown.get() + "\" is unknown; known are en and zh.");
    }
    return List.copyOf(new LinkedHashSet<>(wanted));
  }

  /** The agents that an option names, each once. */
  private static List<String> named(
      String option, List<String> names, Configuration configuration) {
    Set<String> known = new LinkedHashSet<>(AgentProgram.builtIn());
    configuration.agents().keySet().stream().sorted().forEach(known::add);
    Set<String> agents = new LinkedHashSet<>();
    for (String name : names) {
      String agent = name.strip();
      if (!known.contains(agent)) {
        throw new Refusal(
            "%s: there is no agent \"%s\".%s Known are %s; others are declared under agents in the configuration."
                .formatted(option, agent, Refusal.meant(agent, known), String.join(", ", known)));
      }
      agents.add(agent);
    }
    return List.copyOf(agents);
  }
}
