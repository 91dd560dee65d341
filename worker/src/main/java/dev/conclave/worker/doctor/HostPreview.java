package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.DirectAnalyst;
import dev.conclave.activities.agent.Roster;
import dev.conclave.activities.agent.SnapshotWorkplaces;
import dev.conclave.activities.agent.TemplatePrompts;
import dev.conclave.activities.agent.Workplace;
import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.SearchActivitiesImpl;
import dev.conclave.activities.search.SearchScopes;
import dev.conclave.activities.search.index.IndexProgress;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.WorkspaceActivitiesImpl;
import dev.conclave.worker.HostPrompts;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.ContextRequest;
import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.plan.FirstRound;
import dev.conclave.workflows.plan.PlanPreview;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Does what a session does up to its first question, with the session's own activities, and asks
 * nobody. It leaves in the data folder what a session finds there again: the tree, the index, a
 * snapshot.
 */
public final class HostPreview implements PlanPreview {

  private static final Duration IN_WORDS = Duration.ofSeconds(3);

  @Override
  public Preview preview(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      PlanRequest request,
      Consumer<String> progress) {
    DocumentStore documents = DocumentStore.in(folder);
    GitTrees trees = new GitTrees(folder, documents);
    SecretFilter secrets = SecretFilter.of(configuration, environment);
    try {
      WorkspaceActivitiesImpl workspaces =
          new WorkspaceActivitiesImpl(HostId.of(folder, environment), folder, trees);
      Workspace workspace = workspaces.open(request.workspace());
      Tree tree = workspaces.nameTree(workspace);
      List<AgentStatus> roster =
          new Roster(configuration, environment, new Programs()).list(FirstRound.agents(request));
      GatheredContext context =
          search(request, folder, trees, documents, secrets, workspace, tree, progress);
      FirstRound round = new FirstRound(request, Instant.now(), workspace, tree, roster, context);
      List<String> sentTo =
          round.asked().stream().filter(agent -> !builtIn(agent, configuration)).toList();
      List<String> planners =
          roster.stream()
              .filter(AgentStatus::usable)
              .map(AgentStatus::agent)
              .filter(agent -> !builtIn(agent, configuration))
              .toList();
      Question question =
          sentTo.isEmpty()
              ? Question.NONE
              : write(
                  round.question(sentTo.get(0)),
                  HostPrompts.of(configuration, documents, secrets),
                  new Snapshots(folder, trees, configuration.trustAgentSettings()));
      Estimate estimate = Estimate.of(sentTo, round.rounds(), question.bytes(), configuration);
      return new Preview(
          roster,
          sentTo,
          round.moderator(),
          question.files(),
          question.bytes(),
          estimate.usd(),
          new PreviewNotes(configuration, tree, context, sentTo, planners, estimate).list());
    } catch (ApplicationFailure e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  /** With our own index alone: an ACE server would be sent source, which a preview must not do. */
  private static GatheredContext search(
      PlanRequest request,
      DataFolder folder,
      GitTrees trees,
      DocumentStore documents,
      SecretFilter secrets,
      Workspace workspace,
      Tree tree,
      Consumer<String> progress) {
    ContextGatherer gatherer =
        new ContextGatherer(
            CodeSearch.standard(secrets), Optional.empty(), secrets::redact, Clock.systemUTC());
    return new SearchActivitiesImpl(
            gatherer,
            new SearchScopes(trees, folder),
            documents,
            () -> IndexProgress.inWords(words -> progress.accept(words + " …"), IN_WORDS))
        .gather(new ContextRequest("preview", request.task(), List.of(), workspace, tree.id()));
  }

  /** A prompt, measured. */
  private record Question(List<SentFile> files, long bytes) {
    static final Question NONE = new Question(List.of(), 0);
  }

  private static Question write(AskRequest question, TemplatePrompts prompts, Snapshots snapshots) {
    try (Workplace place =
        new SnapshotWorkplaces(snapshots).open(question, "preview-" + UUID.randomUUID())) {
      return new Question(
          prompts.sentFiles(question, place.path()),
          prompts.write(question, place.path()).getBytes(StandardCharsets.UTF_8).length);
    }
  }

  private static boolean builtIn(String agent, Configuration configuration) {
    return configuration.agent(agent).typeFor(agent).equals(DirectAnalyst.NAME);
  }
}
