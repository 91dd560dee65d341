package dev.conclave.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Records;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.api.PlanningActivities.PlanCheck;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.context.ContextActivities;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.EnterRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.Entered;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.session.NotificationActivities;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionActivities;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.activity.Activity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;

/**
 * A simulated host: the activities of a session answer from a script. The workflow that runs on it
 * is the real one; what is tested with it is the client.
 */
public final class SimulatedHost
    implements WorkspaceActivities,
        RosterActivities,
        SearchActivities,
        AgentActivities,
        DiscussionActivities,
        PlanningActivities,
        SessionActivities,
        HostActivities,
        NotificationActivities,
        ContextActivities {
  final Deque<Recommendation> rounds = new ConcurrentLinkedDeque<>();
  final Deque<List<String>> drifts = new ConcurrentLinkedDeque<>();
  private volatile List<PlanningConflict> conflicts = List.of();
  volatile Optional<CountDownLatch> slowAgents = Optional.empty();
  public volatile boolean usable = true;
  private volatile CountDownLatch folder = new CountDownLatch(0);
  private final String id;

  /** A host of that id. */
  public SimulatedHost(String id) {
    this.id = id;
  }

  /** The next rounds lead to this, in order; later ones converge. */
  public void leadsTo(Recommendation... recommendations) {
    rounds.addAll(List.of(recommendations));
  }

  /** The next check of the workspace finds these cited files changed. */
  public void drifts(String... files) {
    drifts.add(List.of(files));
  }

  /** Explorations see these conflicts. */
  public void conflicts(PlanningConflict... found) {
    conflicts = List.of(found);
  }

  /** Agents do not answer before the latch is open. */
  public CountDownLatch holdAgents() {
    CountDownLatch latch = new CountDownLatch(1);
    slowAgents = Optional.of(latch);
    return latch;
  }

  /** Session folders are not written before the latch is open, as on a full disk. */
  public CountDownLatch holdFolder() {
    folder = new CountDownLatch(1);
    return folder;
  }

  @Override
  public Workspace open(WorkspaceSpec spec) {
    String path = spec.path().orElse("/clone");
    return new Workspace(
        id,
        "lima",
        "key-1",
        path,
        spec.url(),
        path + "/.workflow/.multi-cli-plan",
        true,
        Optional.of("c0ffee"));
  }

  @Override
  public String probe() {
    return id;
  }

  @Override
  public Tree nameTree(Workspace workspace) {
    return new Tree("a".repeat(40), Optional.of("c0ffee"), false, 3, 0, Optional.empty());
  }

  @Override
  public Drift probe(Workspace workspace, String fromTree, List<String> citedFiles) {
    List<String> cited = drifts.isEmpty() ? List.of() : drifts.removeFirst();
    return new Drift(fromTree, "b".repeat(40), cited.size(), cited);
  }

  @Override
  public HostRoster list(List<String> agents) {
    return new HostRoster(
        agents.stream()
            .map(
                agent ->
                    Samples.read(
                        AgentStatus.class,
                        """
                        {"agent": "%s", "usable": %s, "version": "1.0",
                         "analysis_timeout": "PT10M", "planning_timeout": "PT15M"}
                        """
                            .formatted(agent, usable)))
            .toList(),
        true);
  }

  @Override
  public GatheredContext gather(GatherRequest request) {
    return new GatheredContext(Samples.document("context"), 3, List.of(), 4, "lucene", List.of());
  }

  @Override
  public AskReply ask(AskRequest request) {
    slowAgents.ifPresent(latch -> wait(latch, request));
    return AskReply.of(
        receipt(request),
        Samples.document("raw " + request.callId()),
        Samples.document("reply " + request.callId()),
        content(request),
        List.of(),
        false);
  }

  private Optional<?> content(AskRequest request) {
    return switch (request.role()) {
      case PLANNER -> Optional.of(Samples.plan());
      case CONTEXT_EXPLORER ->
          Optional.of(
              json(
                  Map.of(
                      "project_structure",
                      "a limiter in one file",
                      "conflict_indicators",
                      conflicts.stream().map(one -> Map.of("severity", "high")).toList())));
      case CONFLICT_ANALYST -> Optional.of(json(Map.of("conflicts", conflicts)));
      case CONFLICT_CLARIFIER -> Optional.of(json(clarified(request)));
      default -> Optional.empty();
    };
  }

  private static Map<String, Object> clarified(AskRequest request) {
    try {
      ObjectNode strategy = (ObjectNode) WireMapper.get().readTree(request.notes().get("strategy"));
      strategy.put("approach", "as answered: " + request.notes().get("answers"));
      return Map.of("rationale", "the old shape ends then", "updated_strategy", strategy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode json(Map<String, Object> fields) {
    return WireMapper.get().valueToTree(fields);
  }

  private static void wait(CountDownLatch latch, AskRequest request) {
    try {
      while (latch.getCount() > 0) {
        Activity.getExecutionContext()
            .heartbeat(
                Samples.read(
                    CallProgress.class,
                    """
                    {"agent": "%1$s", "pid": 4711, "seconds": 12, "bytes": 3400,
                     "last_event": "%1$s reads limiter.py", "stage": "working",
                     "tokens_in": 1200, "tokens_out": 34}
                    """
                        .formatted(request.agent())));
        Thread.sleep(50);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Receipt receipt(AskRequest request) {
    return Records.with(
        Samples.read(
            Receipt.class,
            """
            {"version": "1.2.3", "model": "model-x", "start": "2026-11-21T00:00:00Z",
             "end": "2026-11-21T00:01:01Z", "exit": 0, "attempts": 1, "bytes": 10,
             "tokens_in": 100, "tokens_out": 50, "cost_usd": 0.25, "cost_source": "reported"}
            """),
        Map.of(
            "call_id", request.callId(),
            "agent", request.agent(),
            "binary", request.agent(),
            "tree", request.tree(),
            "stdout", Samples.document("out")));
  }

  @Override
  public Entered enter(EnterRequest request) {
    return new Entered(Samples.document("ledger"), false, Map.of());
  }

  @Override
  public Synthesis count(CountRequest request) {
    return next(request.round());
  }

  @Override
  public DocumentRef keep(String text) {
    return Samples.document(text);
  }

  @Override
  public Synthesis recount(RecountRequest request) {
    return next(1);
  }

  private Synthesis next(int round) {
    Recommendation next = rounds.isEmpty() ? Recommendation.CONVERGED : rounds.removeFirst();
    return Samples.synthesis(round, next);
  }

  @Override
  public PlanCheck check(Plan plan, PlanTerms terms, Workspace workspace, String tree) {
    return new PlanCheck(List.of(), Samples.document("plan"), List.of());
  }

  @Override
  public Optional<Plan> degraded(
      String task, Solution solution, PlanTerms terms, Workspace workspace, String tree) {
    return Optional.of(Samples.plan());
  }

  @Override
  public long project(ProjectionRequest request) {
    try {
      folder.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return request.revision();
  }

  @Override
  public Detected detect(Gathering gathering) {
    return new Detected(
        Optional.empty(),
        new Intent(gathering.task(), "", List.of()),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  @Override
  public DrawnUp drawUp(Gathering gathering, List<Resolution> resolved) {
    return new DrawnUp(List.of(), List.of(), List.of(), List.of());
  }

  @Override
  public Optional<String> write(Workspace workspace, List<Edit> edits) {
    return Optional.empty();
  }

  @Override
  public Assembled assemble(AssembleRequest request) {
    return new Assembled(
        Samples.document("package"),
        request.angles().names(),
        3,
        List.of(),
        "",
        "none",
        List.of(),
        List.of());
  }

  @Override
  public List<String> send(Notification notification) {
    return List.of();
  }
}
