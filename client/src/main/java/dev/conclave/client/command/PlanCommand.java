package dev.conclave.client.command;

import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.context.Angles;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.host.PlanPreview;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.ContextDepth;
import dev.conclave.workflows.plan.DiscussionMode;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave plan}. */
@Command(
    name = "plan",
    description = "Start a planning session and follow it until it needs your input.",
    footer = {
      "",
      "At a terminal it prompts at each gate; Ctrl-C leaves the session running.",
      "Without TASK, it opens your $VISUAL or $EDITOR at a terminal.",
      "",
      "Examples:",
      "  conclave plan \"Add rate limiting per client\"",
      "  conclave plan -f task.md --repo ../shop --tools gemini,claude",
      "  conclave plan \"Fix the flaky login test\" --yes --budget-usd 2 --json",
      "  conclave plan \"Split the billing module\" --dry-run",
      "  conclave plan \"Rename the flag\" --yes --auto-execute",
      "",
      "Exit codes: 0 complete or saved, 1 failed or cancelled, 2 usage, 3 no server or",
      "worker, 4 completed with problems, 10 waiting for your input, 130 interrupted."
    })
final class PlanCommand extends TaskCommand {
  @Option(
      names = "--save-context",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Keep the context package in the session folder (default: yes).")
  private boolean saveContext;

  @ArgGroup(validate = false, order = 2, heading = "%nDiscussion:%n")
  private Discussion discussion = new Discussion();

  private static final class Discussion {
    @Option(
        names = "--moderator",
        paramLabel = "AGENT",
        description =
            "The agent that finds matching and conflicting statements (default: the configured one, else the first usable agent).")
    private Optional<String> moderator = Optional.empty();

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        description = "Call the analysts in parallel or serial (default: parallel).")
    private DiscussionMode mode = DiscussionMode.PARALLEL;

    @Option(
        names = "--max-rounds",
        paramLabel = "N",
        description = "At most N rounds, 1-10 (default: 3), plus those that you request.")
    private int maxRounds = 3;

    @Option(
        names = "--context",
        paramLabel = "DEPTH|SESSION",
        description =
            "search (the default); full: agents explore first, and you resolve conflicts; or a session of `conclave context` to reuse.")
    private String context = "search";
  }

  @ArgGroup(validate = false, order = 2, heading = "%nFull context:%n")
  private ContextOptions files = new ContextOptions();

  @Option(
      names = "--auto-execute",
      description = "Execute the plan if it passes its checks and is not degraded.")
  private boolean autoExecute;

  @Option(
      names = "--dry-run",
      description = "Show which agents would run, what would be sent and its cost; start nothing.")
  private boolean dryRun;

  PlanCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    return input.sendOrKeep(
        () -> {
          if (!json.wanted) {
            InitCommand.offer(context);
          }
          Configuration user = context.configuration();
          PlanRequest request = request(user);
          return dryRun ? preview(request, user) : begin(user, request, Optional.empty());
        });
  }

  private PlanRequest request(Configuration user) {
    String task = task();
    if (discussion.maxRounds < 1 || discussion.maxRounds > 10) {
      throw new UsageException("--max-rounds takes 1 to 10, not " + discussion.maxRounds + ".");
    }
    Optional<ContextDepth> depth = Words.parse(ContextDepth.class, discussion.context);
    if (depth.filter(ContextDepth.FULL::equals).isEmpty() && files.named()) {
      throw new UsageException("--editable and --source require --context full.");
    }
    WorkspaceSpec workspace = workspace(user);
    Configuration configuration = configuration(user, workspace, moderator(user));
    return new PlanRequest(
        terms(task, user, configuration, workspace),
        configuration.moderator(),
        discussion.maxRounds,
        discussion.mode,
        autoExecute,
        saveContext,
        depth.orElse(ContextDepth.SEARCH),
        depth.isPresent() ? null : gathered(discussion.context, workspace),
        files.editable(context, workspace),
        files.sources(context, workspace));
  }

  @Override
  void require(Backend backend) {
    super.require(backend);
    if (autoExecute) {
      backend.requirePersistent("omit --auto-execute, ");
    }
  }

  @Override
  void offer(Backend backend, SessionRequest request) {
    if (!discussion.context.equals("search") || !backend.isPersistent()) {
      return;
    }
    List<SessionLine> newest;
    try {
      newest = backend.sessions().newest();
    } catch (ServerException e) {
      return; // the offer is optional
    }
    newest.stream()
        .filter(line -> SessionKinds.ofId(line.id()) == ContextState.KIND)
        .filter(line -> line.status().equals("complete") && !KindSpec.isChild(line.id()))
        .filter(line -> SessionMemo.firstWords(request.task()).equals(line.task()))
        .filter(line -> request.workspace().named().equals(line.repository()))
        .findFirst()
        .ifPresent(
            line ->
                context.say(
                    "%s holds the context of this task: use it with --context %1$s."
                        .formatted(line.handle())));
  }

  private String gathered(String named, WorkspaceSpec workspace) {
    if (!named.contains("-") && !named.equals("last")) {
      throw new UsageException(
          "--context takes search, full or a session of `conclave context`, not \"%s\"."
              .formatted(named));
    }
    try (Backend backend = Backend.existing(context)) {
      SessionState<?> state = backend.sessions().find(named).last();
      if (!(state instanceof ContextState && state.view().complete())) {
        throw new UsageException(
            "--context takes search, full or a complete session of `conclave context`, not \"%s\"."
                .formatted(named));
      }
      if (!state.request().workspace().named().equals(workspace.named())) {
        throw new UsageException(
            "--context: %s belongs to %s, not to %s."
                .formatted(
                    state.session(), state.request().workspace().named(), workspace.named()));
      }
      return state.session();
    } catch (UnknownSession | ServerException e) {
      throw new UsageException(
          "--context takes search, full or a session: %s".formatted(e.getMessage()), e);
    }
  }

  private Optional<String> moderator(Configuration user) {
    List<String> named = agents("--moderator", discussion.moderator.stream().toList(), user);
    if (named.contains(AgentStatus.DIRECT)) {
      throw new UsageException(
          "--moderator: direct has no model and cannot moderate: choose another agent.");
    }
    return named.stream().findFirst();
  }

  private int preview(PlanRequest request, Configuration configuration) {
    Optional<PlanPreview> preview;
    try {
      preview =
          context
              .host()
              .filter(host -> request.workspace().path().isPresent())
              .map(
                  host ->
                      host.preview(
                          context.environment(),
                          context.dataFolder(),
                          configuration,
                          request,
                          context::say));
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
    String unknown =
        request.workspace().path().isEmpty()
            ? "The files to send are unknown until a worker has cloned the workspace."
            : "Only the client is installed here: run --dry-run where the worker is installed to see agents, files and cost.";
    context.print(
        json.wanted,
        new Documents.DryRun(request, preview.orElse(null)),
        page -> {
          page.heading("A session would");
          intentions(request, preview).forEach(line -> page.item(0, "-", line));
          preview.ifPresentOrElse(
              known -> write(page, known), () -> page.gap().item(Tone.CAREFUL, 0, "!", unknown));
          page.gap().text("Nothing was started.");
        });
    return ExitCodes.DONE;
  }

  private static List<String> intentions(PlanRequest request, Optional<PlanPreview> preview) {
    List<String> asked = preview.map(PlanPreview::asked).orElse(request.tools());
    long models = asked.stream().filter(agent -> !agent.equals(AgentStatus.DIRECT)).count();
    List<String> would = new ArrayList<>();
    would.add(
        "call %s in %s, at most %s"
            .formatted(
                String.join(", ", asked),
                Words.of(request.mode()),
                Words.counted(models == 0 ? 1 : request.maxRounds(), "round")));
    would.add(
        request.terms().fallback().isEmpty()
            ? "use no fallback except direct; --fallback adds others"
            : "use these fallbacks, in order: " + String.join(", ", request.terms().fallback()));
    if (models > 1) {
      would.add(
          "use %s as the moderator"
              .formatted(
                  preview
                      .flatMap(PlanPreview::moderator)
                      .or(request::moderator)
                      .orElse(
                          models > 2
                              ? "the agent with the fewest statements"
                              : "the first usable agent with a model")));
    }
    would.add("read " + request.workspace().named());
    if (request.context() == ContextDepth.FULL) {
      Angles angles = Angles.of(request.task());
      would.add(
          "gather the full context first (%s): %s to explore, and 1 if there are conflicts"
              .formatted(angles.sentence(), Words.counted(angles.names().size(), "call")));
    }
    if (models > 0) {
      would.add(
          "make up to %s for analyses, %d for moderation and 1 for the plan, plus retries"
              .formatted(
                  Words.counted(models * request.maxRounds(), "call"),
                  models > 1 ? request.maxRounds() : 0));
    }
    BudgetLimits budget = request.terms().budget();
    budget.usd().ifPresent(usd -> would.add("stop and ask at " + Formats.usd(usd)));
    budget
        .calls()
        .ifPresent(calls -> would.add("stop and ask after " + Words.counted(calls, "call")));
    return would;
  }

  private static void write(Page page, PlanPreview preview) {
    Table agents = new Table("Agent", "Usable", "Version", "Level", "Reason").ours(1, 3);
    for (AgentStatus agent : preview.agents()) {
      agents.row(
          agent.agent(),
          agent.usable() ? "yes" : "no",
          agent.version().orElse(""),
          agent.level().map(Words::of).orElse(""),
          agent.reason().map(page.screen()::console).orElse(""));
    }
    page.gap().table(agents);
    if (preview.sentTo().isEmpty()) {
      page.gap()
          .text("Only the built-in direct analyst would run. It has no model and sends nothing.");
    } else {
      page.heading(
          "%s would receive about %s, with excerpts of %s"
              .formatted(
                  (preview.sentTo().size() == 1 ? "" : "Each of ")
                      + String.join(", ", preview.sentTo()),
                  Formats.bytes(preview.promptBytes()),
                  Words.counted(preview.files().size(), "file")));
      Table files = new Table("File", "Excerpt").right(1);
      preview.files().forEach(file -> files.row(file.path(), Formats.bytes(file.bytes())));
      String cost =
          preview
              .usd()
              .map(usd -> "Estimated cost: about " + Formats.usd(usd) + ".")
              .orElse("The cost is unknown: no price is configured for these models.");
      page.table(files).gap().text(cost);
    }
    preview.notes().forEach(note -> page.item(Tone.CAREFUL, 0, "!", note));
  }
}
