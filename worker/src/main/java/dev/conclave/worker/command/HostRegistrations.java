package dev.conclave.worker.command;

import dev.conclave.activities.agent.AgentActivitiesImpl;
import dev.conclave.activities.agent.CallRunner;
import dev.conclave.activities.agent.CallSlots;
import dev.conclave.activities.agent.DirectAnalyst;
import dev.conclave.activities.agent.Perspectives;
import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.PromptWriter;
import dev.conclave.activities.agent.ReplyReader;
import dev.conclave.activities.agent.RosterActivitiesImpl;
import dev.conclave.activities.artifact.SessionActivitiesImpl;
import dev.conclave.activities.context.ContextActivitiesImpl;
import dev.conclave.activities.discussion.DiscussionActivitiesImpl;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.execution.CheckActivitiesImpl;
import dev.conclave.activities.execution.CheckRunner;
import dev.conclave.activities.execution.ExecutionActivitiesImpl;
import dev.conclave.activities.notification.NotificationActivitiesImpl;
import dev.conclave.activities.notification.Webhooks;
import dev.conclave.activities.planning.PlanningActivitiesImpl;
import dev.conclave.activities.review.PullRequests;
import dev.conclave.activities.review.ReviewActivitiesImpl;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.SearchActivitiesImpl;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.WorkspaceActivitiesImpl;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.OrphanedCalls;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerActivitiesImpl;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.temporal.UiPages;
import java.time.Clock;
import java.util.List;

/** Wires the activities and workflows that a worker registers. */
public final class HostRegistrations {
  private HostRegistrations() {}

  public static Registrations on(HostContext host, TemporalConnection connection) {
    DataFolder data = host.folder();
    DocumentStore documents = DocumentStore.in(data);
    GitTrees trees = new GitTrees(host.id(), data, documents);
    SecretFilter secrets = SecretFilter.of(host.configuration(), host.environment());
    WorkspaceActivitiesImpl workspaces = new WorkspaceActivitiesImpl(host.id(), data, trees);
    Programs programs = new Programs();
    NotificationActivitiesImpl notifications =
        new NotificationActivitiesImpl(webhooks(host, connection.settings(), secrets));
    ContextGatherer gatherer =
        new ContextGatherer(
            host.configuration().search().ace(), secrets::redact, Clock.systemUTC());
    PullRequests pullRequests = new PullRequests(host.environment());
    ReviewActivitiesImpl reviews =
        new ReviewActivitiesImpl(
            new ChangedTrees(data, trees), documents, secrets::redact, pullRequests);
    return new Registrations(
        SessionKinds.ALL.stream().<Class<?>>map(KindSpec::implementation).toList(),
        List.of(workspaces, notifications, new ServerActivitiesImpl()),
        List.of(
            workspaces,
            new RosterActivitiesImpl(
                host.configuration(), host.environment(), programs, host.inMemory()),
            new SearchActivitiesImpl(gatherer, trees, documents, SearchActivitiesImpl::heartbeats),
            new DiscussionActivitiesImpl(
                documents, (workspace, tree) -> TreeFacts.of(trees.files(workspace, tree))),
            new PlanningActivitiesImpl(
                (workspace, tree) -> TreeFacts.of(trees.files(workspace, tree)), documents),
            reviews,
            new ExecutionActivitiesImpl(
                trees, host.configuration(), host.environment(), secrets, reviews, pullRequests),
            new ContextActivitiesImpl(documents, trees, secrets, Clock.systemUTC()),
            new SessionActivitiesImpl(connection.client(), documents, trees, secrets)),
        List.of(notifications),
        List.of(agents(host, documents, trees, programs, secrets)),
        List.of(
            new CheckActivitiesImpl(
                new CheckRunner(
                    trees, host.configuration(), host.environment(), documents, secrets::redact))),
        new OrphanedCalls(host, connection));
  }

  private static AgentActivitiesImpl agents(
      HostContext host,
      DocumentStore documents,
      GitTrees trees,
      Programs programs,
      SecretFilter secrets) {
    Configuration configuration = host.configuration();
    DirectAnalyst direct = new DirectAnalyst(secrets, trees, documents);
    Snapshots snapshots = new Snapshots(host.folder(), trees, configuration.trustAgentSettings());
    return new AgentActivitiesImpl(
        configuration,
        new CallRunner(
            host.folder(),
            configuration,
            host.environment(),
            programs,
            (request, holder) -> CallPlace.open(snapshots, request, holder),
            prompts(configuration, documents, secrets)::write,
            documents,
            secrets::redact,
            new CallSlots(configuration.slots())),
        new ReplyReader(
            documents,
            secrets::redact,
            (workspace, tree) -> TreeFacts.of(trees.files(workspace, tree))),
        direct::analyze);
  }

  /**
   * Creates the writer of prompts, with the configured perspectives and without secrets; also for
   * previews.
   */
  public static PromptWriter prompts(
      Configuration configuration, DocumentStore documents, SecretFilter secrets) {
    return new PromptWriter(
        documents,
        agent -> Perspectives.explained(new Perspectives(configuration).of(agent)),
        secrets::redact);
  }

  static Webhooks webhooks(HostContext host, ConnectionSettings settings, SecretFilter secrets) {
    return new Webhooks(
        host.configuration().notifications(),
        host.environment(),
        () -> UiPages.of(settings, LocalStack.uiUrl(host.folder(), settings), host.environment()),
        secrets::redact,
        Webhooks.LONGEST);
  }
}
