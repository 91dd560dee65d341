package dev.conclave.client.command;

import dev.conclave.client.Spelling;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.SessionPlace;
import dev.conclave.client.terminal.Editor;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.client.terminal.Texts;
import dev.conclave.client.terminal.Unsent;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.BudgetConfiguration;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.RepositoryLimits;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.temporal.HostId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Turns options and configuration into a request, or refuses before anything is started. */
final class PlanRequests {
  private static final Set<String> LANGUAGES = Set.of("en", "zh");
  private static final String WHAT =
      "Write above what is to be planned, in your own words. Nothing written, nothing started.";

  private final Surroundings around;
  private final Unsent unsent;

  /**
   * A reader of options.
   *
   * @param unsent keeps a task that is written in an editor
   */
  PlanRequests(Surroundings around, Unsent unsent) {
    this.around = around;
    this.unsent = unsent;
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
    if (discussion.context == PlanOptions.ContextDepth.FULL) {
      throw new Refusal("--context full is not part of this version: use --context search.");
    }
    WorkspaceSpec workspace =
        RepositoryArgument.parse(
            options.repository,
            around.directory(),
            around.home(),
            this::hostId,
            user.hostPatience());
    workspace.path().map(Path::of).ifPresent(SessionPlace::require);
    boolean named = !options.discussion.tools.isEmpty();
    List<String> tools = named("--tools", named ? options.discussion.tools : user.tools(), user);
    Configuration asked =
        user.forSession(tools, moderator(options, user), budget(options.limits, user.budget()));
    Configuration configuration =
        workspace
            .path()
            .flatMap(path -> RepositoryLimits.read(Path.of(path)))
            .map(limits -> narrowed(asked, limits, options))
            .orElse(asked);
    return new PlanRequest(
        task.strip(),
        workspace,
        configuration.tools(),
        named,
        fallback(options, user, configuration),
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
        around.user());
  }

  private String task(PlanOptions options) {
    if (options.task.size() > 1) {
      throw new Refusal(
          "Put the task in quotes: conclave plan \"" + String.join(" ", options.task) + "\"");
    }
    Optional<String> given =
        new Texts(around).read(options.task.stream().findFirst(), options.file);
    String task =
        given.isPresent()
            ? given.get()
            : unsent.written(Editor.ask(around, options.json.wanted, WHAT)).orElse("");
    if (task.isBlank()) {
      throw new Refusal(
          "The task is empty: conclave plan \"what to plan\", or -f FILE, or - for standard input.");
    }
    if (task.getBytes(StandardCharsets.UTF_8).length > PlanRequest.MAX_TASK_BYTES) {
      throw Texts.tooLong("The task", PlanRequest.MAX_TASK_BYTES);
    }
    return around.withoutSecrets("the task").apply(task);
  }

  /** Who moderates: whom the user names, else the configuration's. */
  private static Optional<String> moderator(PlanOptions options, Configuration configuration) {
    List<String> wanted = options.discussion.moderator.stream().toList();
    Optional<String> named = named("--moderator", wanted, configuration).stream().findFirst();
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
      PlanOptions options, Configuration user, Configuration narrowed) {
    if (!options.discussion.fallback.isEmpty()) {
      return named("--fallback", options.discussion.fallback, user);
    }
    boolean builtIn = user.fallback().isEmpty();
    return builtIn && !options.discussion.tools.isEmpty() ? List.of() : narrowed.chain();
  }

  private String hostId() {
    return HostId.of(around.dataFolder(), around.environment()).id();
  }

  /** A repository may ask for less than its user; whom the user named must not go missing. */
  private static Configuration narrowed(
      Configuration asked, RepositoryLimits limits, PlanOptions options) {
    Stream.of(
            options.discussion.tools,
            options.discussion.fallback,
            options.discussion.moderator.stream().toList())
        .flatMap(List::stream)
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

  private static BudgetConfiguration budget(
      PlanOptions.Limits limits, BudgetConfiguration configured) {
    limits
        .usd
        .filter(usd -> !(usd > 0) || usd.isInfinite())
        .ifPresent(
            usd -> {
              throw new Refusal("--budget-usd is more than 0, not " + usd + ".");
            });
    limits
        .calls
        .filter(calls -> calls < 1)
        .ifPresent(
            calls -> {
              throw new Refusal("--budget-calls is at least 1, not " + calls + ".");
            });
    return new BudgetConfiguration(
        limits.usd.or(configured::usd), limits.calls.or(configured::calls), configured.tokens());
  }

  private static List<String> languages(List<String> wanted) {
    Optional<String> unknown = wanted.stream().filter(l -> !LANGUAGES.contains(l)).findFirst();
    if (unknown.isPresent()) {
      throw new Refusal("--lang: \"" + unknown.get() + "\" is unknown; known are en and zh.");
    }
    return List.copyOf(new LinkedHashSet<>(wanted));
  }

  /**
   * The agents of a list, each once.
   *
   * @param option that names them
   * @throws Refusal when one is not known
   */
  private static List<String> named(
      String option, List<String> names, Configuration configuration) {
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
