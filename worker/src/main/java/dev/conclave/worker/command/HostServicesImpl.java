package dev.conclave.worker.command;

import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.PromptWriter;
import dev.conclave.activities.agent.RosterActivitiesImpl;
import dev.conclave.activities.artifact.SessionActivitiesImpl;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.SearchActivitiesImpl;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.WorkspaceActivitiesImpl;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.doctor.AgentCheck;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.worker.stack.LocalWorker;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.host.HostServices.FoundAgent;
import dev.conclave.workflows.host.HostServices.StackHandle;
import dev.conclave.workflows.host.PlanPreview;
import dev.conclave.workflows.host.PlanPreview.SentFile;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.plan.FirstRound;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Serves the command with the components of this host's worker. */
public final class HostServicesImpl implements HostServices {

  /**
   * Tokens that an analyst reads in addition to its prompt; a session reserves the same for a first
   * call.
   */
  private static final long TOKENS_READ = 30_000;

  private static final long TOKENS_ANSWERED = 6_000;

  private static final long BYTES_A_TOKEN = 4;

  @Override
  public List<Object> commands(Language language) {
    List<LocalCommand> commands =
        List.of(
            new UpCommand(),
            new DownCommand(),
            new StatusCommand(),
            new WorkerCommand(),
            new LogsCommand(),
            new DoctorCommand(),
            new CodecServerCommand(),
            new SearchCommand(),
            new TemporalEnvCommand());
    commands.forEach(command -> command.language = language);
    return List.copyOf(commands);
  }

  @Override
  public StackHandle ensureRunning(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      Consumer<String> progress) {
    return LocalCommand.stack(new HostContext(environment, folder, configuration))
        .ensureRunning(progress);
  }

  @Override
  public Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings) {
    return LocalStack.uiUrl(folder, settings);
  }

  @Override
  public String withSignInToken(DataFolder folder, String page) {
    return LocalStack.withSignInToken(folder, page);
  }

  @Override
  public List<String> unusable(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      List<String> agents) {
    return check(environment, folder, configuration).examine(new TreeSet<>(agents)).stream()
        .filter(finding -> finding.state() == Finding.State.MISSING)
        .map(Finding::line)
        .toList();
  }

  @Override
  public List<String> export(
      SessionState<?> state, DataFolder data, Path target, SecretFilter secrets)
      throws IOException {
    return SessionActivitiesImpl.export(state, data, target, secrets);
  }

  @Override
  public List<FoundAgent> agents(
      Map<String, String> environment, DataFolder folder, Configuration configuration) {
    SortedSet<String> names = WorkerProcess.agents(configuration);
    names.remove(AgentStatus.DIRECT);
    return check(environment, folder, configuration).examine(names).stream()
        .map(
            one ->
                new FoundAgent(
                    one.subject().substring(AgentCheck.SUBJECT.length()),
                    one.state() == Finding.State.OK || one.state() == Finding.State.DOUBTFUL,
                    one.detail() + one.fix().map(" → "::concat).orElse("")))
        .toList();
  }

  @Override
  public String tryAgent(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      String agent) {
    return check(environment, folder, configuration).tryAgent(agent);
  }

  private static AgentCheck check(
      Map<String, String> environment, DataFolder folder, Configuration configuration) {
    return new AgentCheck(new HostContext(environment, folder, configuration), new Programs());
  }

  @Override
  public Optional<String> outdatedWorker(
      Map<String, String> environment, DataFolder folder, Configuration configuration) {
    return LocalWorker.outdated(new HostContext(environment, folder, configuration));
  }

  @Override
  public void deleteDocuments(DataFolder data, Set<String> digests) {
    DocumentStore documents = DocumentStore.in(data);
    digests.forEach(digest -> documents.delete(new DocumentRef(digest, 0)));
  }

  @Override
  public Optional<Synthesis> round(DocumentRef document, DataFolder data) {
    return DocumentStore.in(data)
        .find(document, SynthesisRecord.class)
        .map(record -> record.whole(document));
  }

  /**
   * Runs a session's activities up to its first agent call. The tree, the index and the snapshot
   * stay in the data folder, where a session reuses them.
   */
  @Override
  public PlanPreview preview(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      PlanRequest request,
      Consumer<String> progress) {
    DocumentStore documents = DocumentStore.in(folder);
    GitTrees trees = new GitTrees(folder, documents);
    SecretFilter secrets = SecretFilter.of(configuration, environment);
    // Local index only: a preview must not send source code to an ACE server.
    SearchActivitiesImpl search =
        new SearchActivitiesImpl(
            new ContextGatherer(Optional.empty(), secrets::redact, Clock.systemUTC()),
            trees,
            documents,
            () -> words -> progress.accept(words + " …"));
    try {
      WorkspaceActivitiesImpl workspaces =
          new WorkspaceActivitiesImpl(HostId.of(folder, environment), folder, trees);
      Opened opened = workspaces.open(request.workspace());
      Workspace workspace = opened.workspace();
      Tree tree = opened.tree();
      List<AgentStatus> roster =
          new RosterActivitiesImpl(configuration, environment, new Programs(), false)
              .list(request.agents())
              .agents();
      GatheredContext context =
          search.gather(
              new GatherRequest("preview", request.task(), List.of(), workspace, tree.id()));
      FirstRound round = new FirstRound(request, Instant.now(), workspace, tree, roster, context);
      List<String> asked = round.agents();
      List<String> missing = request.tools().stream().filter(a -> !asked.contains(a)).toList();
      List<String> sentTo = asked.stream().filter(agent -> !builtIn(agent, configuration)).toList();
      List<SentFile> files = List.of();
      long bytes = 0;
      if (!sentTo.isEmpty()) {
        AskRequest question = round.question(sentTo.get(0));
        PromptWriter prompts = HostRegistrations.prompts(configuration, documents, secrets);
        Snapshots snapshots = new Snapshots(folder, trees, configuration.trustAgentSettings());
        try (CallPlace place =
            CallPlace.open(snapshots, question, "preview-" + UUID.randomUUID())) {
          files = prompts.sentFiles(question, place.path());
          bytes = prompts.write(question, place.path()).getBytes(StandardCharsets.UTF_8).length;
        }
      }
      List<String> doubtful =
          check(environment, folder, configuration).examine(new TreeSet<>(sentTo)).stream()
              .filter(finding -> finding.state() == Finding.State.DOUBTFUL)
              .map(Finding::line)
              .toList();
      List<String> unpriced =
          sentTo.stream().filter(agent -> price(agent, configuration).isEmpty()).toList();
      return new PlanPreview(
          roster,
          asked,
          sentTo,
          round.moderator(),
          files,
          bytes,
          unpriced.isEmpty()
              ? Optional.of(round.rounds() * usd(sentTo, bytes, configuration))
              : Optional.empty(),
          Stream.concat(
                  doubtful.stream(),
                  notes(configuration, tree, context, missing, sentTo, unpriced, roster).stream())
              .toList());
    } catch (ApplicationFailure e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private static boolean builtIn(String agent, Configuration configuration) {
    return configuration.agent(agent).typeFor(agent).equals(AgentStatus.DIRECT);
  }

  private static Optional<Configuration.Price> price(String agent, Configuration configuration) {
    return configuration.agent(agent).model().flatMap(configuration::price);
  }

  private static double usd(List<String> agents, long promptBytes, Configuration configuration) {
    return agents.stream()
        .flatMap(agent -> price(agent, configuration).stream())
        .mapToDouble(price -> price.of(promptBytes / BYTES_A_TOKEN + TOKENS_READ, TOKENS_ANSWERED))
        .sum();
  }

  /**
   * Returns sentences on what a preview cannot measure.
   *
   * @param missing tools that are not available
   * @param sentTo agents outside this host that would get a prompt
   */
  private static List<String> notes(
      Configuration configuration,
      Tree tree,
      GatheredContext context,
      List<String> missing,
      List<String> sentTo,
      List<String> unpriced,
      List<AgentStatus> roster) {
    List<String> notes = new ArrayList<>();
    if (!missing.isEmpty()) {
      notes.add(
          "%s cannot run on this host; `conclave doctor` shows how to fix it."
              .formatted(String.join(", ", missing)));
    }
    if (!sentTo.isEmpty()) {
      notes.add(
          ("Agents work in a copy of the whole tree (%s). They can read any file and send it to"
                  + " their model.")
              .formatted(Words.counted(tree.files(), "file")));
    }
    roster.stream()
        .filter(agent -> sentTo.contains(agent.agent()))
        .flatMap(agent -> agent.whyLower().stream())
        .distinct()
        .map("They run without a sandbox (%s) and can act as you."::formatted)
        .forEach(notes::add);
    configuration
        .search()
        .ace()
        .map(ace -> ace.url().orElseGet(() -> ace.command().get(0)))
        .map(
            ("A session also queries the search server %s, which may upload source code; this preview"
                    + " used only the local index.")
                ::formatted)
        .ifPresent(notes::add);
    if (!unpriced.isEmpty()) {
      notes.add(
          "Unknown price for %s: set agents.NAME.model, and the price of that model in prices."
              .formatted(String.join(", ", unpriced)));
    } else if (!sentTo.isEmpty()) {
      notes.add(
          ("The estimate covers all rounds, with the prompt, %,d tokens read and %,d tokens answered"
                  + " per call; the plan, repairs and fallbacks are extra.")
              .formatted(TOKENS_READ, TOKENS_ANSWERED));
    }
    notes.addAll(context.notes());
    return notes;
  }
}
