package dev.conclave.workflows.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.api.PlanningActivities.PlanCheck;
import dev.conclave.workflows.api.ReviewActivities;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergeRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergedReplies;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.review.Reviews;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.session.NotificationActivities;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionActivities;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A simulated host, named lima by default, to test workflows: every activity answers at once from a
 * script and records its request.
 */
public class ScriptedHost
    implements WorkspaceActivities,
        RosterActivities,
        SearchActivities,
        AgentActivities,
        DiscussionActivities,
        PlanningActivities,
        ReviewActivities,
        SessionActivities,
        HostActivities,
        NotificationActivities {
  static final String ID = "h1";

  public final String id;
  public final String name;

  Optional<SandboxLevel> level = Optional.empty();
  final List<WorkspaceSpec> opened = new CopyOnWriteArrayList<>();
  public final List<String> kept = new CopyOnWriteArrayList<>();

  /** The sessions folder, relative to the workspace. */
  protected String sessions = "/.workflow/.multi-cli-plan";

  public volatile Change change = change(3, 2);

  public final List<ChangeSpec> changes = new CopyOnWriteArrayList<>();

  final AtomicInteger probes = new AtomicInteger();
  volatile Runnable onOpen = () -> {};

  public final List<AskRequest> asked = new CopyOnWriteArrayList<>();
  public final List<MergeRequest> entered = new CopyOnWriteArrayList<>();
  public final List<CountRequest> counted = new CopyOnWriteArrayList<>();
  public final List<RecountRequest> recounted = new CopyOnWriteArrayList<>();
  public final List<GatherRequest> searched = new CopyOnWriteArrayList<>();
  public final List<ProjectionRequest> projected = new CopyOnWriteArrayList<>();
  final List<PlanTerms> checked = new CopyOnWriteArrayList<>();
  public final List<Notification> told = new CopyOnWriteArrayList<>();
  public final Deque<Synthesis> outcomes = new ArrayDeque<>();
  protected final Deque<List<String>> drifts = new ArrayDeque<>();
  final Deque<List<String>> planErrors = new ArrayDeque<>();
  final Deque<List<String>> planWarnings = new ArrayDeque<>();
  final Map<String, Deque<FailureKind>> failures = new ConcurrentHashMap<>();
  public final Map<String, String> unusable = new ConcurrentHashMap<>();
  public volatile Function<AskRequest, AskReply> onAsk =
      request -> reply(request, List.of(), false);
  volatile Runnable onProbe = () -> {};

  /** Whether notifications are configured. */
  volatile boolean listens = true;

  /** How far the folder's revision is ahead if it belongs to another run. */
  volatile long revisionsAhead;

  volatile Function<Notification, List<String>> onTell = notification -> List.of();

  public volatile boolean moderate;

  /** Ledger statements by analyst. */
  volatile Map<String, Integer> statements = Map.of();

  public volatile String tree = "a".repeat(40);
  volatile boolean planPossible = true;
  volatile Optional<Double> costUsd = Optional.of(0.1);

  ScriptedHost() {
    this(ID, "lima");
  }

  public ScriptedHost(String id, String name) {
    this.id = id;
    this.name = name;
  }

  void fails(String agent, FailureKind... kinds) {
    failures.put(agent, new ArrayDeque<>(List.of(kinds)));
  }

  List<String> askedAgents() {
    return asked.stream().map(AskRequest::agent).toList();
  }

  List<String> askedCalls() {
    return asked.stream().map(AskRequest::callId).toList();
  }

  @Override
  public Opened open(WorkspaceSpec spec) {
    opened.add(spec);
    onOpen.run();
    String path = spec.path().orElse("/clone");
    Workspace workspace =
        new Workspace(
            id, name, "key-1", path, spec.url(), path + sessions, true, Optional.of("c0ffee"));
    return new Opened(workspace, nameTree(workspace));
  }

  @Override
  public Tree nameTree(Workspace workspace) {
    return new Tree(tree, Optional.of("c0ffee"), false, 3, 0, Optional.empty());
  }

  @Override
  public Change open(Workspace workspace, ChangeSpec spec) {
    changes.add(spec);
    return change;
  }

  /** Returns a change of so many files, of which so many are shown. */
  public static Change change(int files, int shown) {
    String base = "d".repeat(40);
    String head = "c".repeat(40);
    return new Change(
        "main..HEAD", base, "e".repeat(40), head, document("diff"), files, shown, 9, 1, List.of());
  }

  @Override
  public Drift probe(Workspace workspace, String fromTree, List<String> citedFiles) {
    onProbe.run();
    List<String> cited = drifts.isEmpty() ? List.of() : drifts.removeFirst();
    return new Drift(fromTree, cited.isEmpty() ? tree : "b".repeat(40), cited.size(), cited);
  }

  @Override
  public HostRoster list(List<String> agents) {
    return new HostRoster(agents.stream().map(this::status).toList(), listens);
  }

  private AgentStatus status(String agent) {
    return new AgentStatus(
        agent,
        !unusable.containsKey(agent),
        Optional.ofNullable(unusable.get(agent)),
        Optional.of("1.0"),
        Duration.ofMinutes(10),
        Duration.ofMinutes(15),
        agent.equals("patient"),
        level,
        level.filter(one -> one != SandboxLevel.SANDBOXED).map(any -> "no bwrap"),
        true,
        Optional.empty(),
        Duration.ofMinutes(30));
  }

  @Override
  public GatheredContext gather(GatherRequest request) {
    searched.add(request);
    return new GatheredContext(document("context"), 3, List.of(), 4, "lucene", List.of());
  }

  @Override
  public AskReply ask(AskRequest request) {
    asked.add(request);
    Deque<FailureKind> script = failures.getOrDefault(request.agent(), new ArrayDeque<>());
    synchronized (script) {
      if (!script.isEmpty()) {
        throw failure(request, script.removeFirst());
      }
    }
    return onAsk.apply(request);
  }

  public ApplicationFailure failure(AskRequest request, FailureKind kind) {
    AgentFailure failure =
        new AgentFailure(
            kind,
            request.agent() + " failed",
            Optional.empty(),
            List.of(),
            Optional.of(receipt(request)));
    return ApplicationFailure.newNonRetryableFailure("failed", kind.type(), failure);
  }

  AskReply reply(AskRequest request, List<String> errors, boolean extracted) {
    return new AskReply(
        receipt(request),
        document("raw " + request.callId()),
        document("reply " + request.callId()),
        Optional.empty(),
        request.role() == Role.PLANNER ? Optional.of(plan(false)) : Optional.empty(),
        errors,
        extracted,
        request.role() == Role.MODERATOR ? Optional.of(NOTHING_THE_SAME) : Optional.empty(),
        Optional.empty(),
        null);
  }

  /** Returns a structured reply, or an error reply if the value is empty. */
  public final AskReply structured(AskRequest request, Optional<?> said, String... errors) {
    return AskReply.of(
        receipt(request),
        document("raw " + request.callId()),
        document("reply " + request.callId()),
        said.map(one -> one instanceof Map ? WireMapper.get().<ObjectNode>valueToTree(one) : one),
        List.of(errors),
        false);
  }

  protected static final Moderation NOTHING_THE_SAME =
      new Moderation(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  @Override
  public DocumentRef store(String text) {
    kept.add(text);
    return document(text);
  }

  @Override
  public String probe() {
    probes.incrementAndGet();
    return id;
  }

  protected Receipt receipt(AskRequest request) {
    Receipt plain =
        read(
            Receipt.class,
            """
            {"call_id":"%1$s","agent":"%2$s","binary":"%2$s","argv":[],"tree":"%3$s",
             "start":"2026-11-21T00:00:00Z","end":"2026-11-21T00:00:01Z","exit":0,"attempts":1,
             "bytes":10,"tokens_in":100,"tokens_out":50,"cost_source":"reported"}"""
                .formatted(request.callId(), request.agent(), request.tree()));
    return Requests.with(plain, Map.of("cost_usd", costUsd));
  }

  @Override
  public MergedReplies mergeReplies(MergeRequest request) {
    entered.add(request);
    return new MergedReplies(document("ledger " + entered.size()), moderate, statements);
  }

  @Override
  public Synthesis count(CountRequest request) {
    counted.add(request);
    Synthesis none =
        request.review() == null
            ? converged()
            : Reviews.round(false, Standing.REFUTED, "codex", "gemini");
    Synthesis outcome = outcomes.isEmpty() ? none : outcomes.removeFirst();
    return numbered(outcome, request.round(), "synthesis");
  }

  @Override
  public Synthesis recount(RecountRequest request) {
    recounted.add(request);
    Synthesis outcome = outcomes.isEmpty() ? converged() : outcomes.removeFirst();
    return numbered(outcome, counted.size(), "recounted");
  }

  @Override
  public PlanCheck check(Plan plan, PlanTerms terms, Workspace workspace, String tree) {
    checked.add(terms);
    List<String> warnings = planWarnings.isEmpty() ? List.of() : planWarnings.removeFirst();
    List<String> errors = planErrors.isEmpty() ? List.of() : planErrors.removeFirst();
    return new PlanCheck(errors, document("plan"), warnings);
  }

  @Override
  public Optional<Plan> degraded(
      String task,
      Solution solution,
      PlanTerms terms,
      Workspace workspace,
      String tree,
      List<String> languages) {
    return planPossible ? Optional.of(plan(true)) : Optional.empty();
  }

  @Override
  public long project(ProjectionRequest request) {
    projected.add(request);
    return request.revision() + revisionsAhead;
  }

  @Override
  public List<String> send(Notification notification) {
    told.add(notification);
    return onTell.apply(notification);
  }

  static Synthesis converged() {
    return outcome(Recommendation.CONVERGED, 0.9, true, 2);
  }

  public static Synthesis outcome(
      Recommendation recommendation, double score, boolean newInsights, int solutions) {
    List<Solution> all =
        List.of(solution("Token bucket"), solution("Sliding window"), solution("Leaky bucket"));
    return new Synthesis(
        1,
        Ledgers.agreed(),
        all.subList(0, solutions),
        List.of(),
        new Convergence(
            score, 0.5, Optional.of(0.8), newInsights, recommendation, "score " + score, 1),
        List.of(
            Ledgers.question("Q1", "Which limit?", "10 a second", "100 a second"),
            Ledgers.question("Q2", "Which store?", "in memory", "a file")),
        List.of("gemini", "codex"),
        false,
        Optional.of(1.0),
        CitationCheck.NONE,
        List.of(),
        false,
        document("synthesis"),
        null);
  }

  static Synthesis with(Synthesis s, Ledger ledger) {
    return Requests.with(s, Map.of("ledger", ledger));
  }

  static Synthesis with(Synthesis s, CitationCheck places) {
    return Requests.with(s, Map.of("places", places));
  }

  private static Synthesis numbered(Synthesis s, int round, String document) {
    return Requests.with(s, Map.of("round", round, "document", document(document)));
  }

  private static Solution solution(String name) {
    return read(
        Solution.class,
        """
        {"name":"%1$s","description":"%1$s described","source_cli":["gemini"],"feasibility":0.8,
         "effort":"low","risk":"low","maintainability":"not assessed",
         "performance_impact":"not assessed","summary":"%1$s in short","pros":["simple"],
         "cons":["memory"],"affected_files":[{"file":"src/limit.py","line":3,"reason":"here"}],
         "implementation_plan":{"approach":"do it","tasks":[],"execution_flow":"","milestones":[]},
         "dependencies":{"internal":[],"external":[]},"technical_concerns":[],"score":80,
         "verified":1,"cited":1,"entry":"S1","ranked_first_by":[],"differences":[],"revisions":[],
         "objections":[],"open_conflicts":[]}"""
            .formatted(name));
  }

  public static <T> T read(Class<T> type, String json) {
    try {
      return WireMapper.get().readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  static Plan plan(boolean degraded) {
    return read(
        Plan.class,
        """
        {"summary":"Add a limiter","approach":"Token bucket","complexity":"low",
         "estimated_time":"1 h","recommended_execution":"Agent","design_decisions":[],
         "tasks":[{"id":"TASK-001","title":"Limiter","scope":"src","action":"Add",
          "description":"Add it","files":[],"implementation":["write","test"],
          "acceptance":["a burst of 11 is refused"],"depends_on":[],"execution_group":1,
          "verification":"run the tests","risks":[],"rationale":"needed"}],
         "constraints":[],"left_out":[],"degraded":%s}"""
            .formatted(degraded));
  }

  public static DocumentRef document(String content) {
    return new DocumentRef(Digests.sha256(content), content.length());
  }

  /** Returns the reply of a model that says it cannot help. */
  AskReply wordless(AskRequest request) {
    AskReply reply = reply(request, List.of("no findings"), true);
    Analysis nothing =
        read(
            Analysis.class,
            """
            {"tool":"%s","perspective":"fallback-extraction","feasibility_score":0.5,
             "fallback":true}"""
                .formatted(request.agent()));
    return new AskReply(
        reply.receipt(),
        reply.raw(),
        reply.document(),
        Optional.of(nothing),
        Optional.empty(),
        reply.errors(),
        true,
        Optional.empty(),
        Optional.empty(),
        null);
  }
}
