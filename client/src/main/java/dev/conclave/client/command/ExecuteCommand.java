package dev.conclave.client.command;

import com.google.re2j.Pattern;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.api.ExecutionActivities;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code conclave execute}. */
@Command(
    name = "execute",
    description = "Execute a plan: agents write, checks and reviewers verify, you deliver.",
    footer = {
      "",
      "Agents work in sandboxed copies. Your files, index and branches do not change",
      "until you choose how to deliver the result.",
      "",
      "Examples:",
      "  conclave execute last",
      "  conclave execute clock-7f3 --with codex --review gemini,claude",
      "  conclave execute plan.json --check \"make test\" --setup \"npm ci\"",
      "  conclave execute last --yes --check \"go test ./...\" --deliver merge",
      "",
      "Exit codes: 0 all tasks done, no check regressed, and the review is clear;",
      "4 completed with problems, listed last; others as for `conclave plan`."
    })
final class ExecuteCommand extends StartCommand {
  private static final int MOST_PARALLEL = 8;
  private static final int SHOWN = 60;
  private static final String SKIP = "skip";
  private static final String AUTO = "auto";

  /** Stricter than Git, which checks the name again on the host. */
  private static final Pattern BRANCH =
      Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*(?:/[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*)*");

  @Parameters(
      index = "0",
      paramLabel = "SESSION|PLAN.json",
      hideParamSyntax = true,
      description = "A planning session that has ended, or a plan file.")
  private String named = "";

  @Option(
      names = "--setup",
      paramLabel = "CMD",
      description = "Prepare a working folder with this command; may be repeated.")
  private List<String> setup = List.of();

  @Option(
      names = "--check",
      paramLabel = "CMD",
      description = "Verify the work by this command's exit code; may be repeated.")
  private List<String> checks = List.of();

  @Option(
      names = "--allow-commands",
      description = "Run the checks of the plan and the repository without asking.")
  private boolean allowCommands;

  @Option(names = "--accept-drift", description = "Start even if files of the plan have changed.")
  private boolean acceptDrift;

  @Option(
      names = "--with-uncommitted",
      description = "Include your uncommitted changes in the delivery.")
  private boolean uncommitted;

  @Option(
      names = "--branch",
      paramLabel = "NAME",
      description = "The branch for the commits (default: conclave/ and the session's name).")
  private String branch = "";

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "At most N tasks at a time, 1-8 (default: 2).")
  private int parallel = ExecuteRequest.PARALLEL;

  @Option(
      names = "--deliver",
      paramLabel = "merge|pr",
      description = "With --yes: merge a good result, or open a pull request (default: keep it).")
  private @Nullable Way deliver;

  @ArgGroup(validate = false, order = 1, heading = Agents.HEADING)
  private Executors asked = new Executors();

  private static final class Executors extends Agents {
    @Option(
        names = "--with",
        order = -3,
        split = ",",
        paramLabel = "AGENT",
        description =
            "Agents that write, in order; auto follows the planner's recommendation (default: as approved).")
    private List<String> writers = List.of();

    @Option(
        names = "--review",
        order = -2,
        split = ",",
        paramLabel = "AGENT|skip",
        description = "Agents that review (default: the analysts that did not write).")
    private List<String> reviewers = List.of();

    /** None: fallbacks are configured in addition to them. */
    @Override
    List<String> named() {
      return List.of();
    }

    @Override
    List<String> mentioned() {
      return Stream.concat(writers.stream(), reviewers.stream())
          .filter(name -> !name.equals(AUTO) && !name.equals(SKIP))
          .toList();
    }

    @Override
    String option() {
      return "--with and --review";
    }
  }

  ExecuteCommand(CommandContext context) {
    super(context);
  }

  @Override
  Agents asked() {
    return asked;
  }

  @Override
  public Integer call() {
    requireFitting();
    Configuration user = context.configuration();
    Path file = context.directory().resolve(named).normalize();
    ExecuteRequest request = named.endsWith(".json") ? ofFile(file, user) : ofSession(user);
    if (freedom.yes && request.plan().degraded()) {
      throw unattended("This plan was built by rules, not by an agent");
    }
    return begin(user, worded(request, user), Optional.empty());
  }

  private void requireFitting() {
    if (parallel < 1 || parallel > MOST_PARALLEL) {
      throw new UsageException("--parallel takes 1 to 8, not " + parallel + ".");
    }
    if (deliver != null && deliver != Way.MERGE && deliver != Way.PR) {
      throw new UsageException("--deliver takes merge or pr, not " + Words.of(deliver) + ".");
    }
    if (deliver != null && !freedom.yes) {
      throw new UsageException(
          "--deliver requires --yes: without it you are asked how to deliver the result.");
    }
    if (!branch.isEmpty() && !isBranch(branch)) {
      throw new UsageException("--branch: \"" + branch + "\" is not a valid branch name.");
    }
    if (asked.reviewers.contains(SKIP) && asked.reviewers.size() > 1) {
      throw new UsageException("--review takes agents or skip, not both.");
    }
    if (asked.writers.contains(AUTO) && asked.writers.size() > 1) {
      throw new UsageException("--with takes agents or auto, not both.");
    }
    if (asked.mentioned().contains(AgentStatus.DIRECT)) {
      throw new UsageException("direct has no model and can neither write nor review.");
    }
    Stream.concat(setup.stream(), checks.stream())
        .filter(line -> !ExecutionActivities.Command.isLine(line))
        .findFirst()
        .ifPresent(
            line -> {
              throw new UsageException(
                  "--setup and --check take one command line of at most %d characters, not \"%s\"."
                      .formatted(ExecutionActivities.Command.LONGEST, Cut.shorten(line, SHOWN)));
            });
  }

  private static boolean isBranch(String name) {
    return BRANCH.matcher(name).matches()
        && !name.contains("..")
        && Stream.of(name.split("/"))
            .noneMatch(part -> part.endsWith(".") || part.endsWith(".lock"));
  }

  private void requirePassing(List<String> errors) {
    if (freedom.yes && !errors.isEmpty()) {
      throw unattended("The plan fails its checks (" + String.join("; ", errors) + ")");
    }
  }

  private static UsageException unattended(String why) {
    return new UsageException(why + ": omit --yes, so that you can judge the result.");
  }

  private ExecuteRequest ofFile(Path file, Configuration user) {
    PlanDocument document;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(PlanDocument.MOST_BYTES + 1);
      if (bytes.length > PlanDocument.MOST_BYTES) {
        throw new UsageException(
            file + " exceeds 64 KiB, the limit for a plan: split it into two plans.");
      }
      document =
          PlanDocument.read(
              WireMapper.mapTexts(
                  WireMapper.get().readTree(bytes),
                  words -> context.withoutSecrets("the plan", words)));
    } catch (IOException e) {
      throw new UsageException(
          "Cannot read %s as JSON (%s): use a session or a plan.json."
              .formatted(file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
    requirePassing(document.errors());
    WorkspaceSpec workspace = workspace(user);
    Configuration configuration = configuration(user, workspace, Optional.empty());
    SessionTerms terms = terms(document.task(), user, configuration, workspace);
    return ExecuteRequest.of(terms, "", document.plan(), document.terms())
        .withPlanTree(document.tree());
  }

  private ExecuteRequest ofSession(Configuration user) {
    if (namesRepository()) {
      throw new UsageException(
          "--repo requires a plan file: the plan of a session is executed in its own workspace.");
    }
    PlanState state = planned();
    PlanDraft draft =
        state
            .currentPlan()
            .orElseThrow(
                () ->
                    new UsageException(
                        "Session %1$s has no plan to execute; see `conclave show %1$s`."
                            .formatted(state.handle())));
    requirePassing(draft.errors());
    ExecuteRequest request = state.execute();
    configuration(user, request.workspace(), Optional.empty()); // refuses agents that cannot run
    SessionTerms planned = request.terms();
    BudgetLimits left = planned.budget();
    SessionTerms terms =
        planned
            .withYes(freedom.yes)
            .withDeadline(limits.deadline)
            .withBy(context.user())
            .withLanguages(languages(planned.languages()))
            .withFallback(
                asked.fallback.isEmpty()
                    ? planned.fallback()
                    : agents("--fallback", asked.fallback, user))
            .withBudget(
                new BudgetLimits(
                    limits.usd.or(left::usd), limits.calls.or(left::calls), left.tokens()));
    return request.with(terms).withPlanTree(draft.tree());
  }

  private PlanState planned() {
    SessionState<?> state = known(named);
    if (state instanceof ExecuteState execution && !execution.request().of().isEmpty()) {
      state = known(execution.request().of());
    }
    if (state instanceof PlanState plan) {
      return plan;
    }
    throw new UsageException(
        "Session %s is not a planning session: use one, or a plan file.".formatted(state.handle()));
  }

  private SessionState<?> known(String session) {
    SessionFolders folders = new SessionFolders(context);
    try (Backend backend = Backend.existing(context)) {
      return folders.known(backend, session);
    } catch (ServerException e) {
      return folders.find(session).map(folders::resumableState).orElseThrow(() -> e);
    }
  }

  private ExecuteRequest worded(ExecuteRequest request, Configuration user) {
    boolean codex = request.plan().recommendedExecution().equalsIgnoreCase("codex");
    boolean auto = asked.writers.contains(AUTO);
    List<String> writers =
        auto ? codex ? List.of("codex") : List.of() : agents("--with", asked.writers, user);
    boolean skip = asked.reviewers.contains(SKIP);
    return request
        .withWriters(writers.isEmpty() ? request.writers() : writers)
        .withReviewers(
            asked.reviewers.isEmpty()
                ? request.reviewers()
                : skip ? List.of() : agents("--review", asked.reviewers, user))
        .withSetup(setup)
        .withChecks(checks)
        .withAllowCommands(allowCommands)
        .withAcceptDrift(acceptDrift)
        .withUncommitted(uncommitted)
        .withParallel(parallel)
        .withBranch(branch)
        .withDeliver(deliver);
  }

  @Override
  void require(Backend backend) {
    backend.requirePersistent("");
  }

  @Override
  Session start(SessionStart sessions, SessionRequest wanted, Optional<String> none) {
    return start(sessions, (ExecuteRequest) wanted, context);
  }

  /** Starts an execution: of a session in its folder, of a file under a new id. */
  static Session start(SessionStart sessions, ExecuteRequest wanted, CommandContext context) {
    Predicate<String> taken = id -> SessionFolders.holds(wanted.workspace(), id);
    return wanted.of().isEmpty()
        ? sessions.start(wanted, context.clock().instant(), taken)
        : sessions.start(wanted, wanted.of(), taken);
  }
}
