package dev.conclave.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.plan.ScriptedHost;
import io.temporal.activity.Activity;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;

/** A scripted host for client tests; the workflow is real. */
public final class SimulatedHost extends ScriptedHost {
  private final Deque<Recommendation> rounds = new ConcurrentLinkedDeque<>();
  private volatile List<PlanningConflict> conflicts = List.of();
  private volatile Optional<CountDownLatch> slowAgents = Optional.empty();
  public volatile boolean usable = true;

  public SimulatedHost(String id) {
    super(id, "lima");
    onAsk = this::answered;
  }

  /** Sets the recommendations of the next rounds in order; later ones converge. */
  public void leadsTo(Recommendation... recommendations) {
    rounds.addAll(List.of(recommendations));
  }

  /** Makes the next workspace check report these cited files as changed. */
  public void drifts(String... files) {
    drifts.add(List.of(files));
  }

  /** Makes explorations find these conflicts. */
  public void conflicts(PlanningConflict... found) {
    conflicts = List.of(found);
  }

  /** Holds all agents until the latch is opened. */
  public CountDownLatch holdAgents() {
    CountDownLatch latch = new CountDownLatch(1);
    slowAgents = Optional.of(latch);
    return latch;
  }

  @Override
  public HostRoster list(List<String> agents) {
    return new HostRoster(
        agents.stream()
            .map(
                agent ->
                    read(
                        AgentStatus.class,
                        """
                        {"agent": "%s", "usable": %s, "version": "1.0",
                         "analysis_timeout": "PT10M", "planning_timeout": "PT15M"}
                        """
                            .formatted(agent, usable)))
            .toList(),
        true);
  }

  private AskReply answered(AskRequest request) {
    slowAgents.ifPresent(latch -> wait(latch, request));
    return structured(request, content(request));
  }

  private Optional<?> content(AskRequest request) {
    return switch (request.role()) {
      case PLANNER -> Optional.of(Samples.plan());
      case CONTEXT_EXPLORER ->
          Optional.of(
              Map.of(
                  "project_structure",
                  "a limiter in one file",
                  "conflict_indicators",
                  conflicts.stream().map(one -> Map.of("severity", "high")).toList()));
      case CONFLICT_ANALYST -> Optional.of(Map.of("conflicts", conflicts));
      case CONFLICT_CLARIFIER -> Optional.of(clarified(request));
      default -> Optional.empty();
    };
  }

  private static Map<String, Object> clarified(AskRequest request) {
    ObjectNode strategy = read(ObjectNode.class, request.notes().get("strategy"));
    strategy.put("approach", "as answered: " + request.notes().get("answers"));
    return Map.of("rationale", "the old shape ends then", "updated_strategy", strategy);
  }

  private static void wait(CountDownLatch latch, AskRequest request) {
    try {
      while (latch.getCount() > 0) {
        Activity.getExecutionContext()
            .heartbeat(
                read(
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

  @Override
  protected Receipt receipt(AskRequest request) {
    return Requests.with(
        read(
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
            "stdout", document("out")));
  }

  @Override
  public Synthesis count(CountRequest request) {
    return next(request.round());
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
  public Optional<Plan> degraded(
      String task,
      Solution solution,
      PlanTerms terms,
      Workspace workspace,
      String tree,
      List<String> languages) {
    return Optional.of(Samples.plan());
  }
}
